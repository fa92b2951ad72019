import { namesImpossibleDay } from "../calendar.ts";
import { asText, isRecord } from "../element/bare-record.ts";
import type { Element } from "../element/shape.ts";
import { Failure } from "../errors.ts";
import { incompleteEvent } from "./hook-fields.ts";
import { EVENT_TYPES, type EventType, type IncomingEvent } from "./shape.ts";

/** Metadata of a delivery. */
export type Delivery = {
  element: Pick<Element, "key" | "objects">;
  now: Date;
  /** The provider's id of the delivery, from the header `webhook-id`. */
  deliveryId?: string | undefined;
};

/**
 * Reads the `events` of an event hook, one object each. Repeats are detected by `event_id`, else by the id of the
 * delivery. Refuses (serverError) anything but a list of objects, and events that name no object.
 */
export function fromHook(events: unknown, delivery: Delivery): IncomingEvent[] {
  const list = Array.isArray(events) ? events : isRecord(events) ? [events] : [];
  if (!list.every(isRecord) || (list.length === 0 && !isNothing(events))) {
    throw new Failure("serverError", "The event hook of the element must pass events: a list of objects.");
  }
  return withKeys(
    list.map((given, n) => {
      const read = (name: string) => asText(given[`event_${name}`]);
      const [objectType, objectId] = [read("object_type"), read("object_id")];
      const refusal = objectType === "" || objectId === "" ? incompleteEvent(given, n) : undefined;
      if (refusal) throw refusal;
      const [newPath, oldPath] = [read("new_path"), read("old_path")];
      return {
        id: read("id"),
        object: {
          elementKey: delivery.element.key ?? "",
          eventType: typeOf(read("type")),
          objectId,
          objectType,
          date: dateOf(given.event_date, delivery.now),
          ...(newPath && { newPath }),
          ...(oldPath && { oldPath }),
        },
      };
    }),
    delivery,
  );
}

const isNothing = (events: unknown) => events === undefined || events === null || Array.isArray(events);

/**
 * The objects of a body without a hook: each item of a list, each value under the name of one of the element's objects,
 * or the body as one object. Their type of change is unknown.
 */
export function fromBody(payload: unknown, delivery: Delivery): IncomingEvent[] {
  const { element, now } = delivery;
  return withKeys(
    objectsIn(payload, element).map(({ objectType, object }) => ({
      id: "",
      object: {
        elementKey: element.key ?? "",
        eventType: "UNKNOWN" as const,
        objectId: idOf(object, objectType, element),
        objectType,
        date: dateOf(undefined, now),
      },
    })),
    delivery,
  );
}

type Found = { objectType: string; object: unknown };

function objectsIn(payload: unknown, { objects }: Delivery["element"]): Found[] {
  const [only, ...others] = objects;
  const usual = others.length === 0 ? (only?.name ?? "") : "";
  const typeIn = (value: unknown) => (isRecord(value) ? asText(value.objectType ?? value.object_type) : "");
  if (Array.isArray(payload)) {
    return payload.map((object) => ({ objectType: typeIn(object) || usual, object }));
  }
  const stated = typeIn(payload);
  const names = isRecord(payload) ? [stated, ...objects.map(({ name }) => name)].filter((name) => name !== "") : [];
  const lists = [...new Set(names)].flatMap((objectType) => {
    const list = (payload as Record<string, unknown>)[objectType];
    return Array.isArray(list) ? list.map((object) => ({ objectType, object })) : [];
  });
  return lists.length > 0 ? lists : [{ objectType: stated || usual, object: payload }];
}

function idOf(object: unknown, objectType: string, { objects }: Delivery["element"]): string {
  if (!isRecord(object)) return "";
  const described = objects.find(({ name }) => name === objectType);
  const key = described?.primaryKeyName ?? described?.fields.find(({ primaryKey }) => primaryKey)?.name;
  return asText(key !== undefined && object[key] !== undefined ? object[key] : object.id);
}

/** The deduplication key of a delivery that contains nothing with an id of its own. */
export const deliveryKey = (deliveryId: string | undefined): string | undefined =>
  deliveryId === undefined ? undefined : `delivery ${deliveryId}`;

/** An id shared by several objects of a delivery still detects each of them if the delivery is repeated. */
function withKeys(found: { id: string; object: IncomingEvent }[], { deliveryId }: Delivery): IncomingEvent[] {
  const seen = new Map<string, number>();
  return found.map(({ id, object }) => {
    const known = id !== "" ? `id ${id}` : deliveryKey(deliveryId);
    if (known === undefined) return object;
    const before = seen.get(known) ?? 0;
    seen.set(known, before + 1);
    return { ...object, dedupKey: before === 0 ? known : `${known} ${before}` };
  });
}

function typeOf(text: string): EventType {
  const upper = text.toUpperCase();
  return EVENT_TYPES.find((type) => type === upper) ?? "UNKNOWN";
}

const SECONDS_END = 100_000_000_000;

/** Parses text, or seconds or milliseconds since 1970. The current time if the value is no date. */
function dateOf(value: unknown, now: Date): string {
  const number = typeof value === "string" && /^\d{9,14}$/.test(value) ? Number(value) : value;
  const given = typeof number === "number" && number < SECONDS_END ? number * 1000 : number;
  const isRead = typeof given === "number" || (typeof given === "string" && !namesImpossibleDay(given));
  const date = isRead ? new Date(given) : now;
  return `${(Number.isNaN(date.getTime()) ? now : date).toISOString().slice(0, 19)}Z`;
}
