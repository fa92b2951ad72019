import type { Answer, Asked } from "../../api/trpc.ts";

/** A test request and its result. */
export type TestedRequest = {
  /** The position of the resource that was requested. */
  at: number;
  request: Asked["builder"]["tryHook"]["request"];
  trial: Answer["builder"]["tryRequest"];
};
