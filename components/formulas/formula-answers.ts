import type { Answer } from "../shell/trpc.ts";

export type Formula = Answer["formula"]["read"];
export type Instance = Answer["formulaInstance"]["read"];
