import { MASK } from "#server/account/mask.ts";
import type { Context } from "#server/context.ts";
import { EVENT_KINDS } from "#server/element/event-kinds/registry.ts";
import { Failure } from "#server/errors.ts";
import type { IncomingEvent } from "#server/event/shape.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import type { DescribedWebhook } from "./describe-webhook.ts";
import { findEvent } from "./find-event.ts";
import { eventInstance, readWebhook } from "./read-webhook.ts";
import { recordEvents } from "./record-events.ts";

/**
 * Reads a recorded webhook again, by the event hook that the element has now. A rehearsal only returns its objects;
 * otherwise they become a new event, which starts formulas and is delivered, although they arrived before.
 * Credentials in its headers were not recorded: a hook that compares them refuses the replay.
 * Refuses: notFound; badRequest for events that did not arrive as a webhook; and what the hook refuses.
 */
export async function replayWebhook(ctx: Context, { eventId, isRehearsal }: { eventId: number; isRehearsal: boolean }) {
  requireDesigner(ctx);
  const { elementInstanceId, source, raw, request } = await findEvent(ctx, eventId);
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  if (!connection) throw new Failure("conflict", "The connection of this event was deleted.");
  if (EVENT_KINDS[source].isPolled || raw === null || request === null)
    throw new Failure("badRequest", `Event ${eventId} did not arrive as a webhook, or its request was not recorded.`);
  const { method, path, query, headers } = JSON.parse(request) as DescribedWebhook;
  const payload: unknown = JSON.parse(raw);
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== MASK));
  const call = { method, path, query, headers: sent, text: raw, payload };
  const read = await readWebhook(ctx, connection, call, { source, eventId: String(eventId), isRehearsal });
  const objects = (read.objects ?? []).map(withoutKey);
  if (isRehearsal) return { objects, eventIds: [] };
  const { eventIds } = await recordEvents(ctx, {
    ...{ instance: eventInstance(connection), source, objects, raw: payload, request },
    requestId: ctx.requestId,
  });
  await record(ctx.db.prisma, ctx, { entity: "elementInstance", entityId: elementInstanceId, action: "eventReplayed" });
  return { objects, eventIds };
}

/** Without its key, an object that arrived before is not ignored. */
const withoutKey = ({ dedupKey: _, ...object }: IncomingEvent) => object;
