import type { Context } from "#server/context.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { instanceIdIn } from "#server/formula/instance-references.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import type { FormulaRecord } from "#server/store/formula/formulas.ts";
import type { FormulaInstanceRecord } from "#server/store/formula-instance/formula-instances.ts";
import * as users from "#server/store/organization/users.ts";
import { eventProblems } from "../event/event-problems.ts";
import { cronOf } from "../formula/cron-of.ts";

export type Pair = { instance: FormulaInstanceRecord; formula: FormulaRecord };

const MORE_TRIGGERS =
  "Only the first trigger of the formula starts executions. Remove the others, or give each a formula of its own that runs this one as a sub-formula.";

const IS_OVER =
  "The trigger will not fire. All times of its cron are in the past. Choose later ones, or leave out the year.";

const isWithoutOwner = (userId: number) =>
  `The trigger will not fire. User ${userId}, who owns the formula instance, was deleted or deactivated. Activate the user, or create the formula instance again as another one.`;

const isDeleted = (id: number) =>
  `The trigger will not fire. The element instance ${id} was deleted. Choose another one in the configuration of the formula instance.`;

/**
 * Which triggers of these formula instances will not fire, why, and how to fix it: a list for each. Element
 * instances that the caller may not see are never mentioned. Reads only if a formula has a trigger of an element
 * instance, or another owner than the caller.
 */
export async function triggerWarnings(ctx: Context, pairs: readonly Pair[]): Promise<string[][]> {
  const [ofElements, withoutOwner] = await Promise.all([elementWarnings(ctx, pairs), ownersWithoutAccess(ctx, pairs)]);
  return pairs.map((pair, n) => [
    ...(withoutOwner.has(pair.instance.userId) ? [isWithoutOwner(pair.instance.userId)] : []),
    ...(pair.formula.definition.triggers.length > 1 ? [MORE_TRIGGERS] : []),
    ...(isOver(ctx, pair) ? [IS_OVER] : []),
    ...(ofElements[n] ?? []),
  ]);
}

function isOver(ctx: Context, { instance: { configuration }, formula: { definition } }: Pair): boolean {
  const cron = cronOf(ctx, definition, configuration);
  return cron !== undefined && nextAfter(parseCron(cron), ctx.now()) === null;
}

async function ownersWithoutAccess({ db, caller }: Context, pairs: readonly Pair[]): Promise<Set<number>> {
  const { organizationId } = caller;
  const others = new Set(pairs.map(({ instance }) => instance.userId).filter((id) => id !== caller.userId));
  if (others.size > 0)
    for (const id of await users.idsWithAccess(db.prisma, organizationId, [...others])) others.delete(id);
  return others;
}

async function elementWarnings(ctx: Context, pairs: readonly Pair[]): Promise<string[][]> {
  const ids = pairs.map(namedInstance);
  const distinct = [...new Set(ids)].filter((id) => id !== null);
  if (distinct.length === 0) return pairs.map(() => []);
  const found = await elementInstances.findMany(ctx, ownScope(ctx.caller), distinct);
  const byId = new Map(found.map((instance) => [instance.id, instance]));
  const notFound = distinct.filter((id) => !byId.has(id));
  const hidden = await elementInstances.idsAmong(ctx.db.prisma, ctx.caller.organizationId, notFound);
  return pairs.map(({ formula }, n) => {
    const id = ids[n] ?? null;
    if (id === null || hidden.has(id)) return [];
    const named = byId.get(id);
    if (!named) return [isDeleted(id)];
    return watchesEvents(formula) ? eventProblems(named).map((problem) => `The trigger will not fire. ${problem}`) : [];
  });
}

function watchesEvents({ definition }: FormulaRecord): boolean {
  const [trigger] = definition.triggers;
  return trigger !== undefined && TRIGGER_TYPES[trigger.type].source === "events";
}

/** The element instance that the trigger of a formula instance names; null if it names none. */
function namedInstance({ instance: { configuration }, formula: { definition } }: Pair): number | null {
  const elementInstanceId = definition.triggers[0]?.properties.elementInstanceId;
  const id = instanceIdIn(resolveTriggerProperty(elementInstanceId, configuration, definition.configuration));
  return id !== null && id < 2 ** 31 ? id : null;
}
