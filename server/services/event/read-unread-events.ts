import type { App } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import type { EventCall } from "#server/event/event-hook.ts";
import { claimUnread, failUnread, type UnreadEvent } from "#server/store/unread-events.ts";
import { eventInstance, readWebhook } from "./read-webhook.ts";
import { recordEvents } from "./record-events.ts";

const AT_ONCE = 20;
/** Longer than a hook may take. */
const LEASE_MS = 45_000;

/** Reads the webhooks that were kept as they came (asynchronous mode). Any number of workers may do so. */
export async function readUnreadEvents(app: App): Promise<void> {
  for (;;) {
    const claimed = await claimUnread(app.db.pool, { limit: AT_ONCE, leaseMs: LEASE_MS });
    await Promise.all(claimed.map((event) => read(app, event)));
    if (claimed.length < AT_ONCE) return;
  }
}

/**
 * The provider received a success response and does not send it again: an unreadable payload is kept with the reason.
 */
async function read(app: App, { id, elementInstanceId, unread, raw, requestId }: UnreadEvent): Promise<void> {
  const connection = await app.connections.findOfAllOrganizations(elementInstanceId);
  if (!connection) return failUnread(app.db.pool, id, "The element instance was deleted before the event was read.");
  const { isPolled, ...call } = JSON.parse(unread) as Omit<EventCall, "payload"> & { isPolled: boolean };
  const payload: unknown = JSON.parse(raw);
  try {
    const { objects } = await readWebhook(app, connection, { ...call, payload }, { isPolled, eventId: String(id) });
    const source = isPolled ? "polling" : "webhook";
    await recordEvents(app, {
      instance: eventInstance(connection),
      source,
      objects: objects ?? [],
      raw: payload,
      requestId,
      unreadId: id,
    });
  } catch (error) {
    if (!(error instanceof Failure) || FAILURE_STATUS[error.kind] === FAILURE_STATUS.unavailable) throw error;
    await failUnread(app.db.pool, id, error.message);
  }
}
