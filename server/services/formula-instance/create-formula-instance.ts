import type { Context } from "#server/context.ts";
import type { FormulaInstanceInput } from "#server/formula/shape.ts";
import * as formulaInstances from "#server/store/formula-instances.ts";
import * as formulas from "#server/store/formulas.ts";
import { formulaScope } from "#server/store/scope.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { noSuchFormula } from "../formula/find-formula.ts";
import { checkFormulaInstance } from "./check-formula-instance.ts";
import { keepTriggers } from "./keep-triggers.ts";
import { presentFormulaInstance } from "./present-formula-instance.ts";

/** Makes an instance of a formula that the caller sees; it belongs to the caller's account (contract §1.4). */
export async function createFormulaInstance(ctx: Context, formulaId: number, input: FormulaInstanceInput) {
  requireDesigner(ctx);
  const { organizationId, accountId, userId } = ctx.caller;
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  return ctx.db.prisma.$transaction(async (tx) => {
    const formula = await formulas.lock(tx, scope, formulaId);
    if (!formula) throw noSuchFormula(formulaId);
    await checkFormulaInstance(ctx, tx, formula.definition, input);
    const now = ctx.now();
    const made = await formulaInstances.insert(tx, {
      ...input,
      organizationId,
      accountId,
      userId,
      formulaId,
      createdAt: now,
      updatedAt: now,
    });
    await record(tx, ctx, { entity: "formulaInstance", entityId: made.id, parentId: formulaId, action: "created" });
    await keepTriggers(ctx, tx, formula, [made]);
    return presentFormulaInstance(made, formula);
  });
}
