import { EVENT_KINDS, type EventSource } from "../element/event-kinds/registry.ts";
import type { EventObject } from "./shape.ts";

/** The source of events, as their recipients see it. */
export type EventInstance = {
  id: number;
  organizationId: number;
  accountId: number;
  userId: number;
  name: string;
  tags: readonly string[];
  elementKey: string;
};

/** Splits events into groups that each fit into one notification. */
export function inNotifications<Event>(source: EventSource, events: readonly Event[]): Event[][] {
  const size = EVENT_KINDS[source].eventsAtOnce;
  return Array.from({ length: Math.ceil(events.length / size) }, (_, n) => events.slice(n * size, (n + 1) * size));
}

/** The most characters of a topic. The events of an element with the longest key have one of nearly as many. */
export const LONGEST_TOPIC = 300;

/** The topic of an instance's events for subscriptions. */
export const eventTopic = ({ id, elementKey }: Pick<EventInstance, "id" | "elementKey">): string =>
  `instance-${id}-${elementKey}-events`;

/** Whether a topic belongs to the events of an instance; only the platform may publish those. */
export const isEventTopic = (topic: string): boolean => /^instance-\d+-.*-events$/.test(topic);

/** The `message` of the callback for these events. */
export const callbackMessage = (
  { id, organizationId, accountId, userId, name, tags, elementKey }: EventInstance,
  { eventId, events, raw }: { eventId: string; events: readonly EventObject[]; raw: unknown },
) => ({
  eventId,
  elementKey,
  accountId,
  companyId: organizationId,
  userId,
  instanceId: id,
  instance_id: id,
  instanceName: name,
  instanceTags: tags,
  events: events.map((event) => ({
    elementKey: event.elementKey,
    eventType: event.eventType,
    objectId: event.objectId,
    objectType: event.objectType,
    date: event.date,
    ...(event.pollDate !== undefined && { pollDate: event.pollDate }),
    ...(event.newPath !== undefined && { newPath: event.newPath }),
    ...(event.oldPath !== undefined && { oldPath: event.oldPath }),
  })),
  raw,
});

/**
 * The body of a callback. `message` is JSON text and is sent byte by byte: numbers too large for JavaScript stay exact,
 * and every attempt sends the same.
 */
export function callbackBody({
  message,
  ...head
}: {
  id: number;
  topic: string;
  createdDate: string;
  severity?: string;
  subject?: string;
  message: string;
}): string {
  return `${JSON.stringify(head).slice(0, -1)},"message":${message}}`;
}
