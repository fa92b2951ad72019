import type { Context } from "#server/context.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { findFormula } from "../formula/find-formula.ts";

/**
 * The number of a formula's instances that the caller sees, and how many of them have a value for each key; refuses
 * notFound.
 */
export async function countValues(ctx: Context, formulaId: number) {
  await findFormula(ctx, formulaId);
  const scope = ownScope(ctx.caller);
  const [instances, held] = await Promise.all([
    formulaInstances.countOf(ctx.db.prisma, scope, formulaId),
    formulaInstances.countValues(ctx.db.prisma, scope, formulaId),
  ]);
  return { instances, held };
}
