import type { App } from "#server/context.ts";
import { isRecord } from "#server/element/bare-record.ts";
import { EVENT_KINDS, type EventSource } from "#server/element/event-kinds/registry.ts";
import { pollerEntries } from "#server/element/polling/poller-entries.ts";
import type { PollerEntry } from "#server/element/polling/poller-entry.ts";
import type { Configuration } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import type { EventInstance } from "#server/event/callback.ts";
import { challengeResponse } from "#server/event/challenge.ts";
import type { EventRequest, HookResponse } from "#server/event/event-hook.ts";
import { fromBody, fromHook } from "#server/event/normalize.ts";
import { fromPolled, fromPolledHook } from "#server/event/polled.ts";
import type { IncomingEvent } from "#server/event/shape.ts";
import { pluralize } from "#server/pluralize.ts";
import type { OpenInstance } from "#server/store/element-instance/open-instances.ts";
import { runInstanceEventHook } from "./run-event-hook.ts";

/** The content of a webhook: its objects, and the hook's response. Without `objects` it contains no event. */
export type Read = { objects: IncomingEvent[] | null; reply?: HookResponse };

/** The limit per webhook: each object starts a run of each formula that its events trigger. */
const MOST_OBJECTS = 10_000;

/**
 * Reads a webhook, or objects that were polled elsewhere, by the element's event hook, or without one by its content.
 * `eventId` is of the event that polled objects will become; a rehearsal sends no messages of the hook. Refuses
 * (tooLarge) more than 10,000 objects.
 */
export async function readWebhook(...given: Parameters<typeof read>): Promise<Read> {
  const found = await read(...given);
  const count = found.objects?.length ?? 0;
  if (count <= MOST_OBJECTS) return found;
  throw new Failure(
    "tooLarge",
    `The body contains ${pluralize(count, "object")}, but at most ${MOST_OBJECTS} are accepted in one request. Split the body.`,
  );
}

async function read(
  app: App,
  connection: OpenInstance,
  call: EventRequest,
  { source, eventId, isRehearsal = false }: { source: EventSource; eventId: string; isRehearsal?: boolean },
): Promise<Read> {
  const { element } = connection.plan;
  const delivery = { element, now: app.now(), deliveryId: deliveryIdOf(call) };
  const { payload } = call;
  const { carriesRows } = EVENT_KINDS[source];
  const polled = carriesRows ? fromPolled(payload, delivery, entriesOf(connection.instance.configuration)) : undefined;
  const hookCall = polled && isRecord(payload) ? { ...call, payload: { eventId, ...payload } } : call;
  const outcome = await runInstanceEventHook(app, connection, hookCall, { isRehearsal });
  if (!outcome) {
    const challenge = polled ? undefined : challengeResponse(call);
    return challenge ? { objects: null, reply: challenge } : { objects: polled ?? fromBody(payload, delivery) };
  }
  const { events, reply } = outcome;
  const hasOnlyResponse = reply !== undefined && (events === undefined || events === null);
  const objects = polled ? fromPolledHook(events, delivery, polled) : fromHook(events, delivery);
  return { objects: hasOnlyResponse ? null : objects, ...(reply && { reply }) };
}

/** The provider's id of a webhook. */
export const deliveryIdOf = ({ headers }: Pick<EventRequest, "headers">): string | undefined =>
  headers["webhook-id"] || undefined;

/** If the poller configuration is invalid, rows polled elsewhere are read without it. */
function entriesOf(configuration: Configuration): PollerEntry[] {
  try {
    return pollerEntries(configuration);
  } catch {
    return [];
  }
}

/** The instance, in the form of events and notifications. */
export const eventInstance = ({ instance, plan }: OpenInstance): EventInstance => ({
  id: instance.id,
  organizationId: instance.organizationId,
  accountId: instance.accountId,
  userId: instance.userId,
  name: instance.name,
  tags: instance.tags,
  elementKey: plan.element.key ?? "",
});
