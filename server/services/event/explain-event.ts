import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { EventReason, EventSummary } from "#server/event/event-reason.ts";
import { inEnglish, type ProblemSentence, sentence } from "#server/formula/problem-sentences.ts";
import { type ChangeFilter, changeFilterOf, passesFilter } from "#server/formula/triggers/event.ts";
import { resolveTriggerProperty } from "#server/formula/variable-names.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { pluralize } from "#server/pluralize.ts";
import type { ElementInstanceRecord } from "#server/store/element-instance/element-instances.ts";
import * as explanations from "#server/store/event/event-explanations.ts";
import * as events from "#server/store/event/events.ts";
import { maskInstance } from "../element/mask-instance.ts";
import { type Address, findInstance } from "../instance/find-instance.ts";
import { eventProblems } from "./event-problems.ts";
import { presentEvent } from "./present-event.ts";

const MOST_FORMULA_INSTANCES = 500;
const MOST_EVENTS = 10;

/**
 * Explains which formulas an event started and which it did not: the event, the formula instances that matched, why
 * others did not, and the results of their filter steps. Refuses notFound.
 */
export async function explainEvent(ctx: Context, { address, eventId }: { address: Address; eventId: number }) {
  const instance = await findInstance(ctx, address);
  const event = await events.find(ctx.db.queries, { elementInstanceId: instance.id, eventId });
  if (!event) throw new Failure("notFound", `The element instance ${instance.id} has no event ${eventId}.`);
  return explain(ctx, instance, event);
}

/** Explains the latest events about an object; one explanation without an event if none arrived. */
export async function explainObject(ctx: Context, { address, objectId }: { address: Address; objectId: string }) {
  const instance = await findInstance(ctx, address);
  const found = await events.withObject(ctx.db.queries, instance, { objectId, limit: MOST_EVENTS });
  if (found.length === 0) return [await explain(ctx, instance, null)];
  return Promise.all(found.map((event) => explain(ctx, instance, event)));
}

async function explain(ctx: Context, instance: ElementInstanceRecord, event: events.EventRow | null) {
  const { queries: pool } = ctx.db;
  const [listening, started] = await Promise.all([
    explanations.listListening(pool, ctx.caller, MOST_FORMULA_INSTANCES),
    event ? explanations.listStarted(pool, event.id) : [],
  ]);
  const formulaInstances = listening.map((row) => {
    const own = started.filter(({ formulaInstanceId }) => formulaInstanceId === row.formulaInstanceId);
    const blocked = own.length > 0 ? reasonOfStarts(own) : blockingReason(row, instance, event);
    const { formulaInstanceId, formulaInstanceName, formulaId, formulaName } = row;
    return {
      formulaInstanceId,
      formulaInstanceName,
      formulaId,
      formulaName,
      matched: own.length > 0,
      ...(blocked !== null && { reason: blocked.message, reasonCode: blocked.code, reasonValues: blocked.values }),
      executions: own.flatMap((start) => presentStart(start, event)),
    };
  });
  const deliveries = event?.notificationId != null && (await explanations.countDeliveries(pool, event.notificationId));
  const problems = problemsOf(instance);
  return {
    ...summaryOf(event, { problems, formulaInstances }),
    arrived: event !== null,
    instance: {
      id: instance.id,
      name: instance.name,
      takesEvents: problems.length === 0,
      problems: problems.map((problem) => inEnglish([problem])),
      problemSentences: problems,
    },
    ...(event && { event: await maskInstance(ctx, instance.id, presentEvent(event)) }),
    ...(event?.notificationId != null &&
      deliveries && { notification: { notificationId: event.notificationId, deliveries } }),
    // Formula instances that started first, then those with a trigger at this element instance.
    formulaInstances: formulaInstances.toSorted((one, other) => Number(other.matched) - Number(one.matched)),
  };
}

/** Why no events arrive at an instance. */
const problemsOf = (instance: ElementInstanceRecord): ProblemSentence[] => [
  ...eventProblems(instance),
  ...(instance.valid ? [] : [sentence("authorizationEnded")]),
];

type Values = Readonly<Record<string, string | number>>;
type Reason = { code: EventReason; message: string; values: Values };

const because = (code: EventReason, message: string, values: Values = {}): Reason => ({ code, message, values });

function blockingReason(
  row: explanations.ListeningRow,
  instance: ElementInstanceRecord,
  event: events.EventRow | null,
): Reason | null {
  const { listensTo, active, formulaActive, ownerActive, createdAt, updatedAt } = row;
  const named = String(resolveTriggerProperty(row.named, row.configuration, row.variables) ?? "");
  if (named !== String(instance.id)) {
    return named === ""
      ? because("noInstance", "Its trigger names no element instance.")
      : because("otherInstance", `Its trigger names the element instance ${named}, not ${instance.id}.`, {
          named,
          instance: String(instance.id),
        });
  }
  if (!formulaActive) return because("formulaInactive", "The formula is inactive.");
  if (!active) return because("formulaInstanceInactive", "The formula instance is inactive.");
  if (!ownerActive) return because("ownerWithoutAccess", "The user who owns the formula instance has no access.");
  if (!event) return null;
  if (createdAt > event.createdAt)
    return because("createdLater", `It was created later, at ${isoSeconds(createdAt)}.`, { at: isoSeconds(createdAt) });
  if (event.status === "NEW") return because("notProcessed", "The event has not been processed yet.");
  if (event.objects.length === 0) return because("noObject", "The event contained no object.");
  const objectType = resolveTriggerProperty(row.properties?.objectType, row.configuration, row.variables);
  const filter = changeFilterOf({ ...row.properties, objectType });
  if (!event.objects.some((object) => passesFilter(filter, object)))
    return because("filtered", `Its trigger starts only when ${describeFilter(filter)}.`, valuesOf(filter));
  return listensTo === instance.id
    ? because(
        "notSubscribed",
        `It was not subscribed when the event arrived. It was last changed at ${isoSeconds(updatedAt)}.`,
        { at: isoSeconds(updatedAt) },
      )
    : because("notSubscribed", "It is not subscribed to events. Save it again.", { at: "none" });
}

/** "contacts are created or updated" */
function describeFilter({ objectType, eventTypes }: ChangeFilter): string {
  const verbs = eventTypes.length === 0 ? ["changed"] : eventTypes.map((type) => type.toLowerCase());
  return `${objectType === null ? "objects" : objectType} are ${verbs.join(" or ")}`;
}

const valuesOf = ({ objectType, eventTypes }: ChangeFilter): Values => ({
  object: objectType ?? "none",
  verbs: eventTypes.length === 0 ? "none" : eventTypes.map((type) => type.toLowerCase()).join(", "),
});

function reasonOfStarts(own: explanations.StartedRow[]): Reason | null {
  const refused = own.find(({ reason }) => reason !== null)?.reason;
  if (refused) return because("refused", refused, { reason: refused });
  return own.some(({ executionId }) => executionId === null) ? because("starting", "It is about to start.") : null;
}

function presentStart(
  { executionId, n, status, error, filters }: explanations.StartedRow,
  event: events.EventRow | null,
) {
  if (executionId === null) return [];
  return [
    {
      executionId,
      objectId: event?.objects[n]?.objectId ?? "",
      status: status ?? "deleted",
      ...(error !== null && { error }),
      filters: filters.map(({ stepName, output, error: problem }) => {
        const value: unknown = output ? JSON.parse(output) : null;
        const continued = value && typeof value === "object" && "continue" in value ? value.continue : undefined;
        return {
          stepName,
          ...(typeof continued === "boolean" && { continued }),
          ...(problem !== null && { error: problem }),
        };
      }),
    },
  ];
}

type Explanation = {
  problems: readonly ProblemSentence[];
  formulaInstances: { matched: boolean; executions: { filters: { continued?: boolean }[] }[] }[];
};

type Summary = { summary: string; summaryCode: EventSummary; summaryValues: Values };
const sum = (summaryCode: EventSummary, summary: string, summaryValues: Values = {}): Summary => ({
  ...{ summary, summaryCode, summaryValues },
});

function summaryOf(event: events.EventRow | null, { problems, formulaInstances }: Explanation): Summary {
  if (!event) return sum("nothing", `Nothing arrived. ${inEnglish(problems)}`.trim());
  const { error, objects } = event;
  if (error) return sum("unreadable", `An event arrived and could not be read: ${error}`, { error });
  if (event.status === "NEW") return sum("waiting", "An event arrived and is waiting to be processed.");
  const matched = formulaInstances.filter((one) => one.matched);
  if (matched.length === 0)
    return objects.length === 0
      ? sum("noObject", "An event arrived that contained no object.")
      : sum("notSubscribed", "An event arrived, but no formula instance was subscribed.");
  const executions = matched.flatMap((one) => one.executions);
  const stopped = executions.filter(({ filters }) => filters.some(({ continued }) => continued === false)).length;
  return sum(
    "started",
    `An event with ${pluralize(objects.length, "object")} arrived, ${pluralize(matched.length, "formula instance")} matched, ${pluralize(executions.length, "execution")} started${stopped > 0 ? `, of which filters stopped ${stopped}` : ""}.`,
    { objects: objects.length, matched: matched.length, executions: executions.length, stopped },
  );
}
