import type { ByteStream } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { pluralize } from "#server/pluralize.ts";

/** A source that can be cancelled, even while it is being read. */
type Ended = { cancel?: () => void; destroy?: () => void };

export type Outflow = ReturnType<typeof createOutflow>;

/**
 * A request body that is streamed from its source with backpressure. `release` ends both sides: the source is cancelled
 * unless it has ended, and a pending read is abandoned.
 * If the source fails, or yields more than `limit` bytes or not `length` of them, a Failure aborts the request: its
 * connection is cut, and the body is never ended early. `hasFailed` says that this is why the request failed.
 */
export function createOutflow(source: ByteStream, limit: number, length?: number) {
  const iterator = source[Symbol.asyncIterator]();
  let bytes = 0;
  let state: "flowing" | "ended" | "failed" | "released" = "flowing";
  let giveUp: (() => void) | undefined;

  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const waiting = iterator.next();
    const given = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      giveUp = () => resolve({ done: true, value: undefined });
      waiting.then(resolve, reject);
    }).catch((error) => {
      state = "failed";
      throw brokenOff(error);
    });
    if (state === "released") throw brokenOff(undefined);
    const chunk = given.done ? undefined : given.value;
    bytes += chunk?.length ?? 0;
    const refusal = refusalOf(bytes, chunk !== undefined);
    if (refusal) {
      state = "failed";
      abandon(source, iterator);
      throw refusal;
    }
    if (chunk) return { done: false, value: chunk };
    state = "ended";
    return { done: true, value: undefined };
  }

  function refusalOf(bytes: number, goesOn: boolean): Failure | undefined {
    if (bytes > limit) return tooMuch(limit);
    if (length === undefined || (goesOn ? bytes <= length : bytes === length)) return undefined;
    return new Failure("badRequest", `The length of the body is not ${pluralize(length, "byte")}, as announced.`);
  }

  function release(): void {
    if (state !== "flowing") return;
    state = "released";
    abandon(source, iterator);
    giveUp?.();
  }

  const returned = async () => {
    release();
    return { done: true as const, value: undefined };
  };
  return {
    body: { [Symbol.asyncIterator]: () => ({ next, return: returned }) } satisfies ByteStream,
    hasFailed: () => state === "failed",
    release,
  };
}

/** Cancels a source that is not read to its end. */
export function abandon(source: ByteStream, iterator = source[Symbol.asyncIterator]()): void {
  const { cancel, destroy } = source as Ended;
  if (cancel) cancel.call(source);
  else if (destroy) destroy.call(source);
  else void iterator.return?.()?.then(undefined, () => {});
}

export const tooMuch = (limit: number) =>
  new Failure("tooLarge", `The body is larger than ${limit / 2 ** 20} MB, more than may be sent.`);

const brokenOff = (cause: unknown): unknown =>
  cause instanceof Failure || (cause instanceof Error && cause.name === "AbortError")
    ? cause
    : new Failure("badGateway", "The body could not be sent: its source ended early.", { cause });
