import type { Context } from "#server/context.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { instanceIdIn } from "#server/formula/instance-references.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import { eventProblems } from "../event/event-problems.ts";
import { cronOf } from "../formula/cron-of.ts";

type Pair = { instance: FormulaInstanceRecord; formula: FormulaRecord };

const MORE_TRIGGERS =
  "Only the first trigger of the formula starts executions. Remove the others, or give each a formula of its own that runs this one as a sub-formula.";

const IS_OVER =
  "The trigger will not fire. All times of its cron are in the past. Choose later ones, or leave out the year.";

/**
 * Which triggers of these formula instances will not fire, why, and how to fix it: a list for each. Element
 * instances that the caller may not see are never mentioned. Reads only if a formula has an event trigger.
 */
export async function triggerWarnings(ctx: Context, pairs: readonly Pair[]): Promise<string[][]> {
  const ofEvents = await eventWarnings(ctx, pairs);
  return pairs.map((pair, n) => [
    ...(pair.formula.definition.triggers.length > 1 ? [MORE_TRIGGERS] : []),
    ...(isOver(ctx, pair) ? [IS_OVER] : []),
    ...(ofEvents[n] ?? []),
  ]);
}

function isOver(ctx: Context, { instance: { configuration }, formula: { definition } }: Pair): boolean {
  const cron = cronOf(ctx, definition, configuration);
  return cron !== undefined && nextAfter(parseCron(cron), ctx.now()) === null;
}

async function eventWarnings(ctx: Context, pairs: readonly Pair[]): Promise<string[][]> {
  const ids = pairs.map(watchedInstance);
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  if (distinct.length === 0) return pairs.map(() => []);
  const found = await elementInstances.findMany(ctx, ownScope(ctx.caller), distinct);
  const byId = new Map(found.map((instance) => [instance.id, instance]));
  return ids.map((id) => {
    const watched = id === null ? undefined : byId.get(id);
    return watched ? eventProblems(watched).map((problem) => `The trigger will not fire. ${problem}`) : [];
  });
}

/** The element instance whose events start a formula instance; null for other triggers, or if none is named. */
function watchedInstance({ instance: { configuration }, formula: { definition } }: Pair): number | null {
  const [trigger] = definition.triggers;
  if (!trigger || TRIGGER_TYPES[trigger.type].source !== "events") return null;
  const { elementInstanceId } = trigger.properties;
  const id = instanceIdIn(resolveTriggerProperty(elementInstanceId, configuration, definition.configuration));
  return id !== null && id < 2 ** 31 ? id : null;
}
