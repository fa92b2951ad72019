import type pg from "pg";
import type { App } from "#server/context.ts";
import { isRecord } from "#server/element/bare-record.ts";
import { EVENT_KINDS, type EventSource } from "#server/element/event-kinds/registry.ts";
import { callbackMessage, type EventInstance, eventTopic, inNotifications } from "#server/event/callback.ts";
import { deliveryKey } from "#server/event/normalize.ts";
import type { IncomingEvent } from "#server/event/shape.ts";
import type { NewEvent, Written, WrittenEvent } from "#server/store/event/event-writer.ts";
import { failUnread } from "#server/store/event/unread-events.ts";
import { publish } from "../notification/publish.ts";
import { startFormulas } from "./start-formulas.ts";

export type Recorded = {
  eventIds: string[];
  /** How many of the objects had already arrived in the last seven days, and their events. */
  repeated: number;
  repeatedIn: string[];
};

export type ReceivedEvents = {
  instance: EventInstance;
  source: EventSource;
  objects: IncomingEvent[];
  /** The payload of the provider, or the polled objects, as plain JSON. */
  raw: unknown;
  /** The request id of the webhook or poll, which also identifies the formulas that it starts. */
  requestId: string | null;
  /** The webhook as it arrived, as JSON text without credentials. */
  request?: string | undefined;
  /** Runs in the transaction of the events: a poller's cursor advances with them. */
  within?: (client: pg.ClientBase) => Promise<void>;
  /** The id of the first event, if it is known already. */
  eventId?: number | undefined;
  /** The provider's id of the webhook, by which one without objects is recognized. */
  deliveryId?: string | undefined;
  /** The id of the unread webhook that these events replace. */
  unreadId?: number;
};

/**
 * Stores the events of an element instance: in one transaction the events, without repeats, an execution to start for
 * each object and subscribed formula instance, and the notifications to deliver. When it resolves they are committed;
 * this process starts the formulas at once, or else a worker does later. A webhook without objects is also an event.
 */
export async function recordEvents(app: App, given: ReceivedEvents): Promise<Recorded> {
  const { instance, source, objects, raw, within, unreadId, eventId = unreadId, deliveryId } = given;
  const groups = inNotifications(source, objects);
  if (groups.length === 0 && EVENT_KINDS[source].keepsEmpty) groups.push([]);
  const events: NewEvent[] = [];
  for (const group of groups) {
    const first = events[0];
    const id = (first ? undefined : eventId) ?? (await app.state.nextEventId());
    const own = { ...newEvent(app, given), id, objects: group, dedupKey: deliveryKey(deliveryId) };
    events.push(first ? { ...own, raw: null, rawEventId: first.id } : own);
  }
  const written = await app.db.writeEvents({
    events,
    unreadId,
    async follow(client, kept) {
      for (const event of kept) if (event.notifies) await publish(client, notificationOf(instance, event, raw));
      await within?.(client);
    },
  });
  startFormulas(app, written.events, written.starts).catch((error: unknown) => {
    app.log.warn({ err: error }, "events were recorded, but not all their formulas started here");
  });
  return { ...idsOf(written), repeated: written.repeated };
}

/**
 * Stores a webhook that a worker reads later, or with a `failure` one that could not be read, unless one with its id
 * arrived before.
 */
export async function recordUnread(
  app: App,
  unread: object,
  {
    instance,
    source,
    raw,
    requestId,
    request,
    deliveryId,
    failure,
  }: Pick<ReceivedEvents, "instance" | "source" | "raw" | "requestId" | "request" | "deliveryId"> & {
    failure?: string | undefined;
  },
): Promise<Omit<Recorded, "repeated">> {
  const id = await app.state.nextEventId();
  const event = newEvent(app, { instance, source, objects: [], raw, requestId, request });
  // The key of what is read from it later is another one.
  const dedupKey = deliveryId === undefined ? undefined : `unread ${deliveryId}`;
  const events = [{ ...event, id, unread: JSON.stringify(unread), dedupKey }];
  const { organizationId } = instance;
  return idsOf(
    await app.db.writeEvents({
      events,
      async follow(client, written) {
        if (failure === undefined) return;
        for (const { id: eventId } of written) await failUnread(client, { organizationId, eventId }, failure);
      },
    }),
  );
}

const idsOf = ({ events, repeatedIn }: Pick<Written, "events" | "repeatedIn">) => ({
  eventIds: events.map(({ id }) => String(id)),
  repeatedIn: repeatedIn.map(String),
});

const newEvent = (
  { now }: App,
  { instance, source, raw, requestId, request }: ReceivedEvents,
): Omit<NewEvent, "id"> => ({
  organizationId: instance.organizationId,
  accountId: instance.accountId,
  elementInstanceId: instance.id,
  elementKey: instance.elementKey,
  topic: eventTopic(instance),
  source,
  objects: [],
  raw: JSON.stringify(raw ?? null),
  rawEventId: null,
  unread: null,
  requestId,
  request: request ?? null,
  createdAt: now(),
});

/** The notification for the subscribers of the instance. */
const notificationOf = (instance: EventInstance, { id, objects }: WrittenEvent, raw: unknown) => ({
  organizationId: instance.organizationId,
  accountId: instance.accountId,
  topic: eventTopic(instance),
  eventId: String(id),
  payload: callbackMessage(instance, { eventId: String(id), events: objects, raw: rawOf(raw, objects[0]?.objectType) }),
});

/** The provider's own fields, with the type of object beside them. */
const rawOf = (raw: unknown, objectType = "") => ({ objectType, ...(isRecord(raw) ? raw : { payload: raw }) });
