import type { App } from "#server/context.ts";
import type { EventSource } from "#server/element/event-kinds/registry.ts";
import { Failure } from "#server/errors.ts";
import type { EventRequest, HookResponse } from "#server/event/event-hook.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { describeWebhook } from "./describe-webhook.ts";
import { findWebhookInstances, type WebhookAddress } from "./find-webhook-instances.ts";
import { deliveryIdOf, eventInstance, readWebhook } from "./read-webhook.ts";
import { type Recorded, recordEvents, recordUnread } from "./record-events.ts";

export type Webhook = Omit<WebhookAddress, "payload"> & { call: EventRequest; isAsync: boolean };
type RequestContext = App & { requestId: string };

/** The response to a webhook: the recorded event, or the response of the element's hook, for example to a challenge. */
export type WebhookResponse =
  | { eventId?: string; eventIds?: string[]; eventStatus?: "dispatched"; repeated?: true; reply?: undefined }
  | { reply: HookResponse };

/**
 * Receives a webhook: when this resolves, its content is stored. In asynchronous mode the raw request is stored, and a
 * worker reads it later.
 * Refuses what `findWebhookInstances` and the event hook refuse, more than an organization may send (tooManyRequests
 * with Retry-After; G08), and everything while the database is unavailable.
 */
export async function receiveWebhook(
  app: RequestContext,
  { call, isAsync, ...address }: Webhook,
): Promise<WebhookResponse> {
  const { connections, source } = await findWebhookInstances(app, { ...address, payload: call.payload });
  for (const { instance } of connections) refuseFlood(app, instance.organizationId);
  if (isAsync) {
    const kept = await Promise.all(connections.map((connection) => keep(app, connection, call, source)));
    return { ...replyTo(kept), eventStatus: "dispatched" };
  }
  const taken = await Promise.all(connections.map((connection) => take(app, connection, call, source)));
  const [reply] = taken.flatMap((one) => one.reply ?? []);
  if (reply) return { reply };
  return replyTo(taken);
}

function replyTo(recorded: readonly Pick<Recorded, "eventIds" | "repeatedIn">[]) {
  const eventIds = recorded.flatMap((one) => one.eventIds);
  if (eventIds.length > 0) return named(eventIds);
  const before = recorded.flatMap((one) => one.repeatedIn);
  return { ...named(before), ...(before.length > 0 && { repeated: true }) };
}

const named = ([eventId, ...others]: string[]) => ({
  ...(eventId !== undefined && { eventId }),
  ...(eventId !== undefined && others.length > 0 && { eventIds: [eventId, ...others] }),
});

async function take(app: RequestContext, connection: OpenInstance, call: EventRequest, source: EventSource) {
  const eventId = await app.state.nextEventId();
  const { objects, reply } = await readWebhook(app, connection, call, { source, eventId: String(eventId) }).catch(
    (error: unknown) => failWithoutReason(app, connection, call, { source, error }),
  );
  const recorded = objects
    ? await recordEvents(app, {
        instance: eventInstance(connection),
        source,
        objects,
        raw: call.payload,
        deliveryId: deliveryIdOf(call),
        requestId: app.requestId,
        request: describeWebhook(connection, call),
        eventId,
      })
    : { eventIds: [], repeatedIn: [] };
  return { ...recorded, reply };
}

/**
 * The sender is not signed in: the text of a hook that failed is in an event, as in asynchronous mode, and in the log
 * under the request id of the reply.
 */
async function failWithoutReason(
  app: RequestContext,
  connection: OpenInstance,
  call: EventRequest,
  { source, error }: { source: EventSource; error: unknown },
): Promise<never> {
  if (!(error instanceof Failure) || error.kind !== "serverError") throw error;
  await keep(app, connection, call, source, error.message).catch((lost: unknown) =>
    app.log.warn({ err: lost }, "a webhook whose event hook failed was not stored"),
  );
  throw new Failure("serverError", "The event hook of the element failed.", { cause: error });
}

/** Stores the payload in the same column as that of every event; with a `failure`, for people and not to be read. */
function keep(
  app: RequestContext,
  connection: OpenInstance,
  webhook: EventRequest,
  source: EventSource,
  failure?: string,
) {
  const { payload, ...call } = webhook;
  const [{ requestId }, request] = [app, describeWebhook(connection, webhook)];
  return recordUnread(app, call, {
    ...{ instance: eventInstance(connection), source, raw: payload, requestId, request },
    deliveryId: deliveryIdOf(call),
    failure,
  });
}

function refuseFlood({ state }: App, organizationId: number): void {
  const refused = state.webhooks.take(organizationId, performance.now());
  if (!refused) return;
  throw new Failure(
    "tooManyRequests",
    "The rate limit for events of this organization is exceeded. Send the event again later.",
    {
      headers: { "retry-after": String(refused.waitSeconds) },
    },
  );
}
