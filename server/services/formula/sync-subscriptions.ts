import { instanceIdIn } from "#server/formula/instance-references.ts";
import { changeFilterOf } from "#server/formula/triggers/event.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { withoutHub } from "#server/formula/triggers/request-path.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { visibleUses } from "#server/store/element-instance/visible-uses.ts";
import type { Definition, FormulaRecord } from "#server/store/formula/formulas.ts";
import * as eventSubscriptions from "#server/store/formula-instance/event-subscriptions.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as requestSubscriptions from "#server/store/formula-instance/request-subscriptions.ts";

/**
 * Syncs the subscriptions of these instances with their formula: an active instance of an active formula is triggered
 * by requests to (`elementRequest`) or events at (`event`, spec §2.3) the element instance that its variable names. An
 * element instance that the owner of the formula instance may not see triggers nothing.
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
    (source === "events" ? uses : []).map(({ formulaInstanceId, elementInstanceId, resolved }) => ({
      formulaInstanceId,
      organizationId,
      elementInstanceId,
      ...changeFilterOf({ ...trigger?.properties, objectType: resolved("objectType") }),
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
