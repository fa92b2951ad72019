import { z } from "zod";
import { phrase, referenceOf } from "../definition.ts";
import { property } from "../property.ts";
import { text, textOrNumber } from "../property-values.ts";
import { defineTriggerType, type TriggerContext } from "../trigger-type.ts";

export type EventInput = {
  eventId?: number;
  instanceId: number;
  /** Date, elementKey, eventType, objectId, objectType (spec §2.3). */
  event: Record<string, unknown>;
};

/** The kinds of changes that a trigger can choose from; providers may send others. */
export const EVENT_TYPES = ["CREATED", "UPDATED", "DELETED"] as const;

/** The changes that start a formula: those of one type of object if it is given, and of these kinds if any are. */
export type ChangeFilter = { objectType: string | null; eventTypes: string[] };

/** The filter in the properties of a saved trigger. Without one, every change starts the formula. */
export function changeFilterOf({ objectType, eventTypes }: Record<string, unknown>): ChangeFilter {
  return {
    objectType: typeof objectType === "string" && objectType !== "" ? objectType : null,
    eventTypes: eventTypesProperty.safeParse(eventTypes).data ?? [],
  };
}

/** Whether a change passes the filter; the statement that records events has the same rule. */
export const passesFilter = (
  { objectType, eventTypes }: ChangeFilter,
  object: { objectType: string; eventType: string },
): boolean =>
  (objectType === null || objectType === object.objectType) &&
  (eventTypes.length === 0 || eventTypes.includes(object.eventType));

/** No kinds mean all of them. */
const eventTypesProperty = z.array(
  z.enum(EVENT_TYPES, `must be ${EVENT_TYPES.join(", ")}`),
  `must be a list of ${EVENT_TYPES.join(", ")}`,
);

/**
 * `event` (spec §2.3): starts for each object that changed at an element instance.
 * Formulas also read the event as the message that contained it, `trigger.body.message.events[0]`.
 */
export const event = defineTriggerType({
  type: "event",
  label: "Event",
  summary: "Starts when something changes at the provider of an element instance.",
  offer: "When something changes at a connection, such as a new contact or a paid order.",
  icon: "zap",
  line: [phrase("at {connection}", ({ elementInstanceId }) => referenceOf(elementInstanceId))],
  sentence: [
    phrase("When something changes at {connection}", ({ elementInstanceId }) => referenceOf(elementInstanceId)),
    { message: "When something changes at a connection", values: () => ({}) },
  ],
  outputs: [
    { path: ".event.objectId", label: "the object that changed" },
    { path: ".event.objectType", label: "the object type" },
    { path: ".event.eventType", label: "CREATED, UPDATED or DELETED" },
    { path: ".event", label: "the whole event" },
  ],
  properties: z.object({
    elementInstanceId: textOrNumber.clone().register(property, {
      reads: "template",
      label: "Element instance",
      field: "instance",
      help: "The element instance must use webhooks or polling.",
    }),
    objectType: text.optional().register(property, {
      reads: "template",
      label: "Object",
      help: "Only changes of this type of object start the formula, such as contacts.",
    }),
    eventTypes: eventTypesProperty.optional().register(property, {
      reads: "template",
      label: "Changes",
      help: "Only these changes start the formula: CREATED, UPDATED, DELETED.",
    }),
  }),
  example: { elementInstanceId: "${config.crm}" },
  source: "events",
  context({ eventId, instanceId, event: changed }: EventInput) {
    const { objectId } = changed;
    const withTextId = typeof objectId === "number" ? { ...changed, objectId: String(objectId) } : changed;
    const message = { instance_id: instanceId, events: [withTextId] };
    return {
      type: "event",
      ...(eventId !== undefined && { eventId }),
      instanceId,
      event: withTextId,
      body: { message },
    };
  },
  fromManual(body): TriggerContext[] {
    const { data } = eventMessage.safeParse(body);
    if (!data) return [{ type: "event", args: body ?? {} }];
    const { instance_id: instanceId, events } = data.message;
    return events.map((given) => {
      const eventId = z.int().safeParse(given.eventId).data;
      return event.context({ instanceId, event: given, ...(eventId !== undefined && { eventId }) });
    });
  },
  recordDepth: 1,
  recorded: ["type", "event", "eventId", "instanceId"],
  contextKeys: ["event", "eventId", "instanceId", "body"],
  sample: ({ elementInstanceId } = { elementInstanceId: 1 }) => asMessage(elementInstanceId, SAMPLE),
  asManual: (recorded) => (recorded.event === undefined ? recorded : asMessage(recorded.instanceId, recorded.event)),
  story: [
    phrase("An event about {about} triggered the run.", ({ about }) => about),
    { message: "An event triggered the run.", values: () => ({}) },
  ],
});

/** The message with which an event starts a formula manually. */
const asMessage = (elementInstanceId: unknown, event: unknown) => ({
  message: { instance_id: elementInstanceId, events: [event] },
});

const SAMPLE = {
  objectId: "1",
  objectType: "contacts",
  eventType: "UPDATED",
  elementKey: "demo",
  date: "2026-01-01T00:00:00Z",
};

const eventMessage = z.object({
  message: z.object({
    instance_id: z.coerce.number().int(),
    events: z.array(z.record(z.string(), z.unknown())).min(1),
  }),
});
