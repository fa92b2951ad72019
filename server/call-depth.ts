import { AsyncLocalStorage } from "node:async_hooks";
import { Failure } from "./errors.ts";

/**
 * The number of nested requests to our own API, each made while handling the one before, that led to the current run
 * (E07).
 */
const depths = new AsyncLocalStorage<number>();
const DEEPEST = 5;

/** Carries the depth of a request between our processes. A forged value can only reduce the remaining depth. */
export const DEPTH_HEADER = "elements-call-depth";

export const callDepth = (): number => depths.getStore() ?? 0;

/** Runs work at this depth at least. */
export const atDepth = <Result>(depth: number, work: () => Result): Result =>
  depth > callDepth() ? depths.run(depth, work) : work();

/** Runs work one level deeper; refuses badRequest beyond the limit. */
export function oneDeeper<Result>(work: (depth: number) => Result): Result {
  const depth = callDepth() + 1;
  if (depth > DEEPEST)
    throw new Failure(
      "badRequest",
      `The loop was stopped: formulas trigger each other more than ${DEEPEST} levels deep.`,
    );
  return depths.run(depth, () => work(depth));
}

/** The depth in a request's header; an invalid number is 0. */
export function depthIn(header: string | string[] | undefined): number {
  const depth = typeof header === "string" && /^\d{1,3}$/.test(header) ? Number(header) : 0;
  return Math.min(depth, DEEPEST);
}

type Outgoing = { url: string; headers: Record<string, string> };

/** Adds the depth header to requests to our own address; other requests are sent unchanged. */
export function withDepthHeader<Call extends Outgoing, More extends unknown[], Reply>(
  publicUrl: string,
  send: (call: Call, ...more: More) => Promise<Reply>,
): (call: Call, ...more: More) => Promise<Reply> {
  const { origin } = new URL(publicUrl);
  return async (call, ...more) => {
    if (!call.url.startsWith(origin)) return send(call, ...more);
    return oneDeeper((depth) =>
      send({ ...call, headers: { ...call.headers, [DEPTH_HEADER]: String(depth) } }, ...more),
    );
  };
}
