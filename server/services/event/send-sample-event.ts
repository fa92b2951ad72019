import type { Context } from "#server/context.ts";
import { DEFAULT_EVENT_KIND, type EventSource, eventKindOf } from "#server/element/event-kinds/registry.ts";
import { Failure } from "#server/errors.ts";
import type { EventType } from "#server/event/shape.ts";
import { inEnglish } from "#server/formula/problem-sentences.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { needsReauthentication } from "../instance/needs-reauthentication.ts";
import { eventProblems } from "./event-problems.ts";
import { eventInstance } from "./read-webhook.ts";
import { recordEvents } from "./record-events.ts";

type Sample = {
  elementInstanceId: number;
  eventType: EventType;
  objectType: string;
  objectId: string;
  /** The provider's fields, as formulas and receivers get them. */
  raw: unknown;
};

/**
 * Records an event as if the provider had sent it: it starts formulas and is delivered. Refuses: notFound; conflict if
 * the connection takes no events, with the reason.
 */
export async function sendSampleEvent(
  ctx: Context,
  { elementInstanceId, eventType, objectType, objectId, raw }: Sample,
): Promise<{ eventId: number }> {
  requireDesigner(ctx);
  const connection = await ctx.openInstances.find(ctx.caller, elementInstanceId);
  if (!connection) throw new Failure("notFound", `There is no element instance ${elementInstanceId}.`);
  const { instance, plan } = connection;
  const problems = eventProblems(instance);
  if (problems.length > 0) throw new Failure("conflict", inEnglish(problems));
  if (!instance.valid) throw needsReauthentication();
  const kind = eventKindOf(instance.configuration) ?? DEFAULT_EVENT_KIND;
  const { eventIds } = await recordEvents(ctx, {
    instance: eventInstance(connection),
    source: kind.type as EventSource, // the type of a registered kind
    objects: [{ elementKey: plan.element.key ?? "", eventType, objectType, objectId, date: isoSeconds(ctx.now()) }],
    // Polled rows arrive in a list, under the name of their resource.
    raw: kind.isPolled ? { instance_id: instance.id, objectType, [objectType]: [raw] } : raw,
    requestId: ctx.requestId,
  });
  await record(ctx.db.prisma, ctx, {
    entity: "elementInstance",
    entityId: elementInstanceId,
    action: "eventSimulated",
  });
  return { eventId: Number(eventIds[0]) };
}
