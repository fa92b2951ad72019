import type { RouterInputs, RouterOutputs } from "../../api/trpc.ts";

/** A test request and its result. */
export type TestedRequest = {
  /** The position of the resource that was requested. */
  at: number;
  request: RouterInputs["builder"]["tryHook"]["request"];
  trial: RouterOutputs["builder"]["tryRequest"];
};
