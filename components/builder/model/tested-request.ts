import type { Answer, Asked } from "../../shell/trpc.ts";

/** A test request and its result. */
export type TestedRequest = {
  /** The position of the resource that was requested. */
  at: number;
  request: Asked["builder"]["tryHook"]["request"];
  trial: Answer["builder"]["tryRequest"];
};
