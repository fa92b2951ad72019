import type { App } from "#server/context.ts";
import type { EventCall, HookReply } from "#server/event/event-hook.ts";
import type { Connection } from "../hub/connections.ts";
import { findAddressed, type WebhookAddress } from "./find-addressed.ts";
import { eventInstance, readWebhook } from "./read-webhook.ts";
import { recordEvents, recordUnread } from "./record-events.ts";

export type Webhook = Omit<WebhookAddress, "payload"> & { call: EventCall; isAsync: boolean };

/** What a webhook is answered: the event it became, or what the element's hook says, such as to a challenge. */
export type WebhookAnswer =
  | { eventId?: string; eventIds?: string[]; eventStatus?: "dispatched"; repeated?: true; reply?: undefined }
  | { reply: HookReply };

/**
 * Takes a webhook in (contract §7.1): once this resolves, whatever it told is on disk (`reliability.md` S6). In
 * asynchronous mode it is kept as it came and read by a worker.
 *
 * Refuses what `findAddressed` refuses, what the event hook refuses, and everything while the database is away.
 */
export async function receiveWebhook(app: App, { call, isAsync, ...address }: Webhook): Promise<WebhookAnswer> {
  const { connections, isPolled } = await findAddressed(app, { ...address, payload: call.payload });
  if (isAsync) {
    const eventIds = await Promise.all(connections.map((connection) => keep(app, connection, call, isPolled)));
    return { ...answerOf(eventIds), eventStatus: "dispatched" };
  }
  const taken = await Promise.all(connections.map((connection) => take(app, connection, call, isPolled)));
  const [reply] = taken.flatMap((one) => one.reply ?? []);
  if (reply) return { reply };
  const eventIds = taken.flatMap((one) => one.eventIds);
  if (eventIds.length > 0) return answerOf(eventIds);
  const before = taken.flatMap((one) => one.repeatedIn);
  return { ...answerOf(before), ...(before.length > 0 && { repeated: true }) };
}

const answerOf = ([eventId, ...others]: string[]) => ({
  ...(eventId !== undefined && { eventId }),
  ...(eventId !== undefined && others.length > 0 && { eventIds: [eventId, ...others] }),
});

async function take(app: App, connection: Connection, call: EventCall, isPolled: boolean) {
  const { objects, reply } = await readWebhook(app, connection, call, { isPolled });
  const recorded = objects
    ? await recordEvents(app, {
        instance: eventInstance(connection),
        source: isPolled ? "polling" : "webhook",
        objects,
        raw: call.payload,
      })
    : { eventIds: [], repeatedIn: [] };
  return { ...recorded, reply };
}

/** The payload is kept beside it, as every event's. */
function keep(app: App, connection: Connection, { payload, ...call }: EventCall, isPolled: boolean) {
  return recordUnread(app, eventInstance(connection), { ...call, isPolled }, payload);
}
