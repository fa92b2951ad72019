import { resolveTriggerProperty } from "#server/formula/check-instance.ts";
import { withoutHub } from "#server/formula/triggers/request-path.ts";
import type { Db } from "#server/store/database.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instances.ts";
import type { FormulaRecord } from "#server/store/formulas.ts";
import * as subscriptions from "#server/store/request-subscriptions.ts";

/**
 * Brings what calls start these instances in line with their formula: one that is active, with an active formula
 * whose trigger is `elementRequest`, starts at that call to the element instance its variable names (spec §2.3).
 */
export async function keepSubscriptions(
  tx: Db,
  { definition }: FormulaRecord,
  instances: FormulaInstanceRecord[],
): Promise<void> {
  const [trigger] = definition.triggers;
  const isHeard = definition.active && trigger?.type === "elementRequest";
  await subscriptions.replace(
    tx,
    instances.map(({ id }) => id),
    instances.flatMap(({ id, organizationId, active, configuration }) => {
      if (!isHeard || !active) return [];
      const resolved = (name: string) => String(resolveTriggerProperty(trigger.properties[name], configuration) ?? "");
      const elementInstanceId = Number(resolved("elementInstanceId"));
      if (!Number.isSafeInteger(elementInstanceId) || elementInstanceId <= 0) return [];
      const call = { method: resolved("method").toUpperCase(), path: withoutHub(resolved("api")) };
      return [{ formulaInstanceId: id, organizationId, elementInstanceId, ...call }];
    }),
  );
}
