import { AsyncLocalStorage } from "node:async_hooks";
import { Failure } from "./errors.ts";

/** How many calls to ourselves, each made while the one before was answered, led to what runs now (E07). */
const depths = new AsyncLocalStorage<number>();
const DEEPEST = 5;

/** Tells a process of ours how deep a call is. Whoever else sends it can only take from what is left. */
export const DEPTH_HEADER = "elements-call-depth";

export const callDepth = (): number => depths.getStore() ?? 0;

/** Does work that is at least so deep. */
export const atDepth = <Result>(depth: number, work: () => Result): Result =>
  depth > callDepth() ? depths.run(depth, work) : work();

/** Does work one deeper; refuses badRequest where that is too deep. */
export function oneDeeper<Result>(work: (depth: number) => Result): Result {
  const depth = callDepth() + 1;
  if (depth > DEEPEST)
    throw new Failure("badRequest", `The loop was stopped: calls have led to each other ${DEEPEST} deep.`);
  return depths.run(depth, () => work(depth));
}

/** What a call says of its depth; a number that is none is 0. */
export function depthIn(header: string | string[] | undefined): number {
  const depth = typeof header === "string" && /^\d{1,3}$/.test(header) ? Number(header) : 0;
  return Math.min(depth, DEEPEST);
}

type Outgoing = { url: string; headers: Record<string, string> };

/** Lets calls out as they are, but tells those to our own address how deep they are. */
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
