import { z } from "zod";
import { property } from "../property.ts";
import { textOrNumber } from "../property-values.ts";
import { defineTriggerType, type TriggerContext } from "../trigger-type.ts";

export type EventInput = {
  eventId?: number;
  instanceId: number;
  /** Date, elementKey, eventType, objectId, objectType (spec §2.3). */
  event: Record<string, unknown>;
};

/**
 * `event` (spec §2.3): starts for each object that changed at an element instance.
 *
 * Formulas also read the event as the message it came in, `trigger.body.message.events[0]`.
 */
export const event = defineTriggerType({
  type: "event",
  label: "Event",
  summary: "Starts when something changes at an element instance.",
  properties: z.object({
    elementInstanceId: textOrNumber.clone().register(property, {
      reads: "template",
      label: "Element instance",
      field: "instance",
      help: "It must use webhooks or polling.",
    }),
  }),
  example: { elementInstanceId: "${config.crm}" },
  context({ eventId, instanceId, event: changed }: EventInput) {
    const { objectId } = changed;
    const told = typeof objectId === "number" ? { ...changed, objectId: String(objectId) } : changed;
    const message = { instance_id: instanceId, events: [told] };
    return { type: "event", ...(eventId !== undefined && { eventId }), instanceId, event: told, body: { message } };
  },
  fromManual(body): TriggerContext[] {
    const { data } = eventMessage.safeParse(body);
    if (!data) return [{ type: "event", args: body ?? {} }];
    const { instance_id: instanceId, events } = data.message;
    return events.map((told) => {
      const eventId = z.int().safeParse(told.eventId).data;
      return event.context({ instanceId, event: told, ...(eventId !== undefined && { eventId }) });
    });
  },
  recordDepth: 1,
  recorded: ["type", "event", "eventId", "instanceId"],
});

const eventMessage = z.object({
  message: z.object({
    instance_id: z.coerce.number().int(),
    events: z.array(z.record(z.string(), z.unknown())).min(1),
  }),
});
