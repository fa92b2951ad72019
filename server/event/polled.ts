import { asText, isRecord } from "../element/bare-record.ts";
import { changesSince } from "../element/polling/changes-since.ts";
import type { PollerEntry } from "../element/polling/poller-entry.ts";
import { type Delivery, fromBody, fromHook } from "./normalize.ts";
import type { IncomingEvent } from "./shape.ts";

/** Treats every object as new, because the sender has filtered already. */
const NO_CURSOR = { since: 0, newest: null, seen: {}, isLearning: false };

/**
 * The objects of a polling event `{instance_id, objectType, <objectType>: […]}` from an external poller. If the
 * instance has a polling entry for this type, its id and dates determine the type of event.
 */
export function fromPolled(payload: unknown, delivery: Delivery, entries: readonly PollerEntry[]): IncomingEvent[] {
  const objects = fromBody(payload, delivery);
  const type = isRecord(payload) ? payload.objectType : undefined;
  const entry = entries.find(({ resource }) => resource === type);
  const rows = isRecord(payload) && entry ? payload[entry.resource] : undefined;
  if (!entry || !Array.isArray(rows)) return objects;
  const pollDate = `${delivery.now.toISOString().slice(0, 19)}Z`;
  const now = delivery.now.getTime();
  return objects.map((object, n) => {
    const [judged] = n < rows.length ? changesSince({ ...entry, delayMs: 0 }, [rows[n]], NO_CURSOR, now) : [];
    const completed = { ...object, objectId: judged?.id ?? object.objectId, pollDate };
    if (!judged?.date || (judged.verdict !== "created" && judged.verdict !== "updated")) return completed;
    const date = `${new Date(judged.date.from).toISOString().slice(0, 19)}Z`;
    return { ...completed, eventType: judged.verdict === "created" ? "CREATED" : "UPDATED", date };
  });
}

/**
 * Combines the result of an event hook with the polled objects: fields that the hook leaves out come from the poll.
 * Polled objects keep the identity of their rows. Additional objects are identified by their content, and by that of all
 * rows if they have no date: a page that is read twice is reported once.
 */
export function fromPolledHook(events: unknown, delivery: Delivery, polled: readonly IncomingEvent[]): IncomingEvent[] {
  const list = isRecord(events) ? [events] : events;
  if (!Array.isArray(list)) return fromHook(list, delivery);
  const byId = new Map(polled.map((object) => [object.objectId, object]));
  const rows = list.map((given, n) => {
    const id = isRecord(given) ? asText(given.event_object_id) : "";
    return id === "" && list.length === polled.length ? polled[n] : byId.get(id);
  });
  const usual = polled[0] && { event_object_type: polled[0].objectType };
  const completed = list.map((given, n) =>
    isRecord(given) ? { ...usual, ...polledFields(rows[n]), ...withoutEmpty(given) } : given,
  );
  const objects = fromHook(completed, delivery);
  const [first] = polled;
  if (first?.pollDate === undefined) return objects;
  const { pollDate } = first;
  const isKeyed = first.dedupKey !== undefined;
  const repeats = new Map<string, number>();
  return objects.map((object, n) => {
    const key = rows[n]?.dedupKey ?? object.dedupKey ?? (isKeyed ? contentOf(object, completed[n], polled) : undefined);
    if (key === undefined) return { ...object, pollDate };
    const before = repeats.get(key) ?? 0;
    repeats.set(key, before + 1);
    return { ...object, pollDate, dedupKey: before === 0 ? key : `${key} ${before}` };
  });
}

const polledFields = (object: IncomingEvent | undefined) =>
  object && {
    event_type: object.eventType,
    event_object_id: object.objectId,
    event_object_type: object.objectType,
    event_date: object.date,
  };

const withoutEmpty = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  );

/** A date that the hook did not set is the time of reading, so it is no content. */
function contentOf(object: IncomingEvent, given: unknown, polled: readonly IncomingEvent[]): string {
  const date = isRecord(given) ? asText(given.event_date) : "";
  const origin = date === "" ? polled.map(({ dedupKey }) => dedupKey) : date;
  return `hook ${JSON.stringify([object.eventType, object.objectType, object.objectId, origin])}`;
}
