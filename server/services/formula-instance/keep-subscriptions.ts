import { resolveTriggerProperty } from "#server/formula/check-instance.ts";
import { withoutHub } from "#server/formula/triggers/request-path.ts";
import type { Db } from "#server/store/database.ts";
import * as eventSubscriptions from "#server/store/event-subscriptions.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instances.ts";
import type { FormulaRecord } from "#server/store/formulas.ts";
import * as requestSubscriptions from "#server/store/request-subscriptions.ts";

/**
 * Brings what starts these instances in line with their formula: one that is active, with an active formula, starts at
 * what its trigger says of the element instance that its variable names: a call to it (`elementRequest`), or whatever
 * happens there (`event`, spec §2.3).
 */
export async function keepSubscriptions(
  tx: Db,
  formula: FormulaRecord,
  instances: FormulaInstanceRecord[],
): Promise<void> {
  const ids = instances.map(({ id }) => id);
  const heard = { elementRequest: named("elementRequest"), event: named("event") };
  await requestSubscriptions.replace(
    tx,
    ids,
    heard.elementRequest.map(({ resolved, ...subscription }) => ({
      ...subscription,
      method: resolved("method").toUpperCase(),
      path: withoutHub(resolved("api")),
    })),
  );
  await eventSubscriptions.replace(
    tx,
    ids,
    heard.event.map(({ resolved: _, ...subscription }) => subscription),
  );

  function named(type: "elementRequest" | "event") {
    const [trigger] = formula.definition.triggers;
    if (!formula.definition.active || trigger?.type !== type) return [];
    return instances.flatMap(({ id: formulaInstanceId, organizationId, active, configuration }) => {
      const resolved = (name: string) => String(resolveTriggerProperty(trigger.properties[name], configuration) ?? "");
      const elementInstanceId = Number(resolved("elementInstanceId"));
      if (!active || !Number.isSafeInteger(elementInstanceId) || elementInstanceId <= 0) return [];
      return [{ formulaInstanceId, organizationId, elementInstanceId, resolved }];
    });
  }
}
