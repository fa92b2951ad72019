import type { RouterOutputs } from "../api/trpc.ts";

export type Formula = RouterOutputs["formula"]["read"];
export type Instance = RouterOutputs["formulaInstance"]["read"];
