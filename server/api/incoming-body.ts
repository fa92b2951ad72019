import type { ByteStream } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { digestOf } from "./body-digest.ts";

const SILENT_MS = 30_000;

/** A body that is being received; call `cancel` if it is not read to its end. */
export type IncomingBody = ByteStream & { cancel: () => void };

/**
 * The body of a request as its bytes arrive, no faster than they are read; for one reader. Reading throws a Failure if
 * the body exceeds `limit` bytes (tooLarge), is silent for 30 s (requestTimeout) or breaks off (badRequest).
 */
export function incomingBody(request: Request, limit: number, silentMs = SILENT_MS): IncomingBody {
  const reader = request.body?.getReader();
  let size = 0;
  let isOver = !reader;

  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (isOver || !reader) return DONE;
    let timer: NodeJS.Timeout | undefined;
    try {
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooSilent(silentMs)), silentMs);
      });
      const { done, value } = await Promise.race([reader.read(), silence]);
      isOver ||= done;
      if (isOver || !value) return DONE;
      size += value.length;
      if (size > limit) throw new Failure("tooLarge", `The body is larger than ${limit / 2 ** 20} MB.`, CLOSE);
      return { done: false, value };
    } catch (error) {
      cancel();
      throw error instanceof Failure
        ? error
        : new Failure("badRequest", "The body ended before it was complete.", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  function cancel(): void {
    if (isOver) return;
    isOver = true;
    reader?.cancel().catch(() => {});
  }

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next,
    return: async () => {
      cancel();
      return DONE;
    },
  };
  return { [Symbol.asyncIterator]: () => iterator, cancel };
}

/** Like `incomingBody`, for a body that is one file: it belongs to the digest of the request, if there is one. */
export function incomingFile(request: Request, limit: number): IncomingBody {
  const body = incomingBody(request, limit);
  const digestPart = digestOf(request)?.part(request.headers.get("content-type") ?? "");
  if (!digestPart) return body;
  async function* digested() {
    for await (const chunk of body) {
      digestPart?.(chunk);
      yield chunk;
    }
  }
  return { [Symbol.asyncIterator]: digested, cancel: body.cancel };
}

const DONE = { done: true, value: undefined } as const;
const CLOSE = { headers: { connection: "close" } };

const tooSilent = (ms: number) =>
  new Failure("requestTimeout", `Nothing of the body arrived for ${ms / 1000} seconds.`, CLOSE);
