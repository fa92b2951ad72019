import type { App } from "#server/context.ts";
import { polling } from "#server/element/event-kinds/polling.ts";
import { Failure } from "#server/errors.ts";
import type { EventRequest } from "#server/event/event-hook.ts";
import { failUnread, findUnread } from "#server/store/event/unread-events.ts";
import { isTemporary } from "#server/temporary-failure.ts";
import { deliveryIdOf, eventInstance, readWebhook } from "./read-webhook.ts";
import { recordEvents } from "./record-events.ts";

/**
 * Reads a webhook that was stored unread (spec §2.3, event). Its provider has our response and does not send it again:
 * an unreadable webhook is stored with the reason. Throws if a retry may succeed.
 */
export async function readUnreadEvent(app: App, key: { organizationId: number; eventId: number }): Promise<void> {
  const { eventId } = key;
  const found = await findUnread(app.db.pool, key);
  if (!found) return;
  const { elementInstanceId, unread, raw, requestId, request } = found;
  const connection = await app.openInstances.findOfAllOrganizations(elementInstanceId);
  if (!connection) return failUnread(app.db.pool, key, "The element instance was deleted before the event was read.");
  // The previous version stored the source beside the request.
  const { isPolled, ...call } = JSON.parse(unread) as Omit<EventRequest, "payload"> & { isPolled?: boolean };
  const source = isPolled ? polling.type : found.source;
  const payload: unknown = JSON.parse(raw);
  try {
    const { objects } = await readWebhook(app, connection, { ...call, payload }, { source, eventId: String(eventId) });
    await recordEvents(app, {
      instance: eventInstance(connection),
      source,
      objects: objects ?? [],
      raw: payload,
      deliveryId: deliveryIdOf(call),
      requestId,
      request: request ?? undefined,
      unreadId: eventId,
    });
  } catch (error) {
    if (isTemporary(error) || !(error instanceof Failure)) throw error;
    await failUnread(app.db.pool, key, error.message);
  }
}
