import type { RouterOutputs } from "../../api/trpc.ts";

/** The response to a test request, with each exchange behind it. */
export type Trial = RouterOutputs["builder"]["tryRequest"];
