import type { Answer } from "../api/trpc.ts";

export type Formula = Answer["formula"]["read"];
export type Instance = Answer["formulaInstance"]["read"];
