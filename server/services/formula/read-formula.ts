import type { Context } from "#server/context.ts";
import { findFormula } from "./find-formula.ts";
import { presentOne } from "./present-formula.ts";

/** One formula as the API shows it, with its sub-formulas; refuses notFound. */
export const readFormula = async (ctx: Context, formulaId: number) =>
  presentOne(ctx, await findFormula(ctx, formulaId));
