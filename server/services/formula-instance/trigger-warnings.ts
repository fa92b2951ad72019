import type { Context } from "#server/context.ts";
import { nextAfter, parseCron } from "#server/formula/cron.ts";
import { instanceIdIn } from "#server/formula/instance-references.ts";
import { type ProblemSentence, sentence } from "#server/formula/problem-sentences.ts";
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

/** Sentences that belong together: the consequence first, then the reason. */
export type Warning = ProblemSentence[];

const willNotFire = (reason: ProblemSentence): Warning => [sentence("willNotFire"), reason];

/**
 * Which triggers of these formula instances will not fire, why, and how to fix it: a list for each. Element
 * instances that the caller may not see are never mentioned. Reads only if a formula has a trigger of an element
 * instance, or another owner than the caller.
 */
export async function triggerWarnings(ctx: Context, pairs: readonly Pair[]): Promise<Warning[][]> {
  const [ofElements, withoutOwner] = await Promise.all([elementWarnings(ctx, pairs), ownersWithoutAccess(ctx, pairs)]);
  return pairs.map((pair, n) => [
    ...(withoutOwner.has(pair.instance.userId)
      ? [willNotFire(sentence("ownerWithoutAccess", { userId: pair.instance.userId }))]
      : []),
    ...(pair.formula.definition.triggers.length > 1 ? [[sentence("moreTriggers")]] : []),
    ...(isOver(ctx, pair) ? [willNotFire(sentence("scheduleIsOver"))] : []),
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

async function elementWarnings(ctx: Context, pairs: readonly Pair[]): Promise<Warning[][]> {
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
    if (!named) return [willNotFire(sentence("triggerInstanceDeleted", { id }))];
    return watchesEvents(formula) ? eventProblems(named).map(willNotFire) : [];
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
