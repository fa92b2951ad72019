import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import * as formulas from "#server/store/formula/formulas.ts";

/** A formula that the caller sees; refuses notFound. */
export async function findFormula(ctx: Context, formulaId: number): Promise<FormulaRecord> {
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const found = await formulas.find(ctx.db.prisma, scope, formulaId);
  if (!found) throw noSuchFormula(formulaId);
  return found;
}

export const noSuchFormula = (formulaId: number) => new Failure("notFound", `There is no formula ${formulaId}.`);
