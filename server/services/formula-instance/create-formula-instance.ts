import type { Context } from "#server/context.ts";
import { instanceKeys } from "#server/formula/bound-values.ts";
import { throwIfAny } from "#server/formula/refusal.ts";
import { shortSecretRefusals, splitValues } from "#server/formula/secret-values.ts";
import type { FormulaInstanceInput } from "#server/formula/shape.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { formulaScope } from "#server/store/database/scope.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import * as formulas from "#server/store/formula/formulas.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { noSuchFormula } from "../formula/find-formula.ts";
import { storedOf } from "../formula/secret-values.ts";
import { syncTriggers } from "../formula/sync-triggers.ts";
import { checkFormulaInstance } from "./check-formula-instance.ts";
import { presentFormulaInstance } from "./present-formula-instance.ts";
import { shownSettings, storedSettings } from "./sealed-settings.ts";

/** Creates an instance of a formula that the caller sees; it belongs to the caller's account. */
export async function createFormulaInstance(
  ctx: Context,
  { formulaId, input }: { formulaId: number; input: FormulaInstanceInput },
) {
  requireDesigner(ctx);
  const scope = await formulaScope(ctx.db.prisma, ctx.caller);
  const created = await ctx.db.prisma.$transaction(async (tx) => {
    const formula = await formulas.lock(tx, scope, formulaId);
    if (!formula) throw noSuchFormula(formulaId);
    return { instance: await addFormulaInstance(ctx, tx, formula, input), formula };
  });
  return presentFormulaInstance(ctx, created);
}

/** Creates an instance within a transaction that has locked the formula. */
export async function addFormulaInstance(
  ctx: Context,
  tx: Db,
  formula: FormulaRecord,
  input: FormulaInstanceInput,
): Promise<FormulaInstanceRecord> {
  const split = splitValues(formula.definition.configuration, input.configuration, {});
  throwIfAny(shortSecretRefusals(split));
  const { configuration } = split;
  const { organizationId, accountId, userId } = ctx.caller;
  await checkFormulaInstance(ctx, tx, formula.definition, { ...input, configuration, userId });
  const { id: formulaId } = formula;
  const now = ctx.now();
  const owner = { organizationId, accountId, userId, formulaId };
  const inserted = await formulaInstances.insert(tx, {
    ...input,
    ...owner,
    configuration,
    settings: shownSettings(input.settings),
    webhookSealed: "",
    boundKeys: instanceKeys(formula.definition.configuration),
    createdAt: now,
    updatedAt: now,
  });
  // Encrypted values are bound to the id of their row.
  const { secretValues } = storedOf(ctx.vault, inserted, split);
  const { webhookSealed } = storedSettings(ctx.vault, inserted, input.settings);
  const created =
    secretValues || webhookSealed
      ? await formulaInstances.update(tx, inserted, { secretValues, webhookSealed, updatedAt: now })
      : inserted;
  await record(tx, ctx, { entity: "formulaInstance", entityId: created.id, parentId: formulaId, action: "created" });
  await syncTriggers(ctx, tx, formula, [created]);
  return created;
}
