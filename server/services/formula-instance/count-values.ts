import type { Context } from "#server/context.ts";
import * as formulaInstances from "#server/store/formula-instances.ts";
import { findFormula } from "../formula/find-formula.ts";

/** How many instances a formula has, and how many of them hold a value under each key; refuses notFound. */
export async function countValues(ctx: Context, formulaId: number) {
  await findFormula(ctx, formulaId);
  const [instances, held] = await Promise.all([
    formulaInstances.countOf(ctx.db.prisma, formulaId),
    formulaInstances.countValues(ctx.db.prisma, formulaId),
  ]);
  return { instances, held };
}
