import type { Context } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as formulaInstances from "#server/store/formula-instance/formula-instances.ts";
import { syncSchedules } from "./sync-schedules.ts";
import { syncSubscriptions } from "./sync-subscriptions.ts";

/**
 * Syncs the triggers of a formula's instances (all, or the given ones) with it, in the transaction that changed either.
 */
export async function syncTriggers(
  ctx: Context,
  tx: Db,
  formula: FormulaRecord,
  instances?: FormulaInstanceRecord[],
): Promise<void> {
  const all = instances ?? (await formulaInstances.ofFormula(tx, formula));
  await syncSchedules(ctx, tx, formula, all);
  await syncSubscriptions(tx, formula, all);
}
