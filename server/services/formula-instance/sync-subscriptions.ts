import { instanceIdIn } from "#server/formula/instance-references.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { withoutHub } from "#server/formula/triggers/request-path.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import type { Db } from "#server/store/database.ts";
import * as eventSubscriptions from "#server/store/event-subscriptions.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instances.ts";
import type { Definition, FormulaRecord } from "#server/store/formulas.ts";
import { visibleUses } from "#server/store/instance-versions.ts";
import * as requestSubscriptions from "#server/store/request-subscriptions.ts";

/**
 * Brings what starts these instances in line with their formula: one that is active, with an active formula, starts at
 * what its trigger says of the element instance that its variable names: a call to it (`elementRequest`), or whatever
 * happens there (`event`, spec §2.3). An element instance that the owner of the formula instance may not see starts
 * nothing.
 */
export async function syncSubscriptions(
  tx: Db,
  { organizationId, definition }: FormulaRecord,
  instances: FormulaInstanceRecord[],
): Promise<void> {
  const ids = instances.map(({ id }) => id);
  const [trigger] = definition.triggers;
  const named = definition.active && trigger ? instances.flatMap((instance) => usesOf(instance, definition)) : [];
  const usable = new Set((await visibleUses(tx, named)).map(({ formulaInstanceId }) => formulaInstanceId));
  const uses = named.filter(({ formulaInstanceId }) => usable.has(formulaInstanceId));
  const source = trigger && TRIGGER_TYPES[trigger.type].source;
  await requestSubscriptions.replace(
    tx,
    organizationId,
    ids,
    (source === "requests" ? uses : []).map(({ formulaInstanceId, elementInstanceId, resolved }) => ({
      formulaInstanceId,
      organizationId,
      elementInstanceId,
      method: resolved("method").toUpperCase(),
      path: withoutHub(resolved("api")),
    })),
  );
  await eventSubscriptions.replace(
    tx,
    organizationId,
    ids,
    (source === "events" ? uses : []).map(({ formulaInstanceId, elementInstanceId }) => ({
      formulaInstanceId,
      organizationId,
      elementInstanceId,
    })),
  );
}

/** The element instance that a trigger names, with the variables of a formula instance filled in. */
function usesOf(
  { id: formulaInstanceId, organizationId, userId, active, configuration }: FormulaInstanceRecord,
  { triggers: [trigger], configuration: variables }: Definition,
) {
  const resolved = (name: string) =>
    String(resolveTriggerProperty(trigger?.properties[name], configuration, variables) ?? "");
  const elementInstanceId = instanceIdIn(resolved("elementInstanceId"));
  if (!active || elementInstanceId === null) return [];
  return [{ formulaInstanceId, organizationId, userId, elementInstanceId, resolved }];
}
