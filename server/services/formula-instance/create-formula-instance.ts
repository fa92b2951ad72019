import type { Context } from "#server/context.ts";
import type { FormulaInstanceInput } from "#server/formula/shape.ts";
import type { Db } from "#server/store/database.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instances.ts";
import type { FormulaRecord } from "#server/store/formulas.ts";
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
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  return ctx.db.prisma.$transaction(async (tx) => {
    const formula = await formulas.lock(tx, scope, formulaId);
    if (!formula) throw noSuchFormula(formulaId);
    return presentFormulaInstance(await addFormulaInstance(ctx, tx, formula, input), formula);
  });
}

/** The same within a transaction that holds the formula. */
export async function addFormulaInstance(
  ctx: Context,
  tx: Db,
  formula: FormulaRecord,
  input: FormulaInstanceInput,
): Promise<FormulaInstanceRecord> {
  const { organizationId, accountId, userId } = ctx.caller;
  await checkFormulaInstance(ctx, tx, formula.definition, { ...input, userId });
  const { id: formulaId } = formula;
  const now = ctx.now();
  const whose = { organizationId, accountId, userId, formulaId };
  const made = await formulaInstances.insert(tx, { ...input, ...whose, createdAt: now, updatedAt: now });
  await record(tx, ctx, { entity: "formulaInstance", entityId: made.id, parentId: formulaId, action: "created" });
  await keepTriggers(ctx, tx, formula, [made]);
  return made;
}
