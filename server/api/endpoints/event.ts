import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, ids, longId, moment } from "../records/fields.ts";

const tags = ["Events"] as const;

/** A hook may answer with anything. */
const taken = z.unknown().meta({
  id: "EventTaken",
  description:
    "eventId is the id of the event, or of the first of several events; eventIds lists all of them. eventStatus is dispatched in asynchronous " +
    "mode. repeated is true if all of it had already arrived, as eventId. If the element has an event hook, the hook can return any response.",
  examples: [{ eventId: "129" }, { eventId: "129", eventStatus: "dispatched" }, { eventId: "129", repeated: true }],
});

const receive = {
  auth: "none",
  tags,
  description:
    "Providers send events here, as JSON, forms or queries of up to 8 MB. A success means that the event is stored. If the " +
    "element has an event hook, the hook can return its own response, such as to a challenge. Requests with the same id, " +
    "from the hook or in the header webhook-id, are the same event for seven days.",
  headers: z.object({
    "element-instances": z
      .string()
      .max(1000)
      .optional()
      .meta({ description: "Ids of element instances, separated by commas." }),
    id: z.string().max(100).optional().meta({ description: "Like instanceIds, for polled objects." }),
    "elements-async-request": z
      .string()
      .max(10)
      .optional()
      .meta({ description: "True if the event is stored now and processed later." }),
    "webhook-id": z.string().max(1000).optional().meta({ description: "The provider's id of the delivery." }),
  }),
  takesAny: true,
  reply: taken,
} as const;
const ofElement = {
  ...receive,
  path: "/events/{elementKey}",
  params: z.object({ elementKey: z.string().max(300) }),
} as const;
const ofInstance = {
  ...receive,
  path: "/events/{elementKey}/{instance}",
  params: z.object({
    elementKey: z.string().max(300),
    instance: z.string().max(100).meta({ description: "The id of the element instance, plain or encoded as Base64." }),
  }),
} as const;
export const receiveEvent = endpoint({ ...ofElement, method: "POST", summary: "Receive an event" });
export const receiveEventInQuery = endpoint({
  ...ofElement,
  method: "GET",
  summary: "Receive an event or a challenge",
});
export const receiveEventOf = endpoint({
  ...ofInstance,
  method: "POST",
  summary: "Receive an event for an element instance",
});
export const receiveEventOfInQuery = endpoint({
  ...ofInstance,
  method: "GET",
  summary: "Receive an event or a challenge for an element instance",
});

const object = z
  .object({
    elementKey: z.string(),
    eventType: z.enum(["CREATED", "UPDATED", "DELETED", "UNKNOWN"]),
    objectId: z.string(),
    objectType: z.string(),
    date: z.string(),
    pollDate: z.string().optional(),
    newPath: z.string().optional(),
    oldPath: z.string().optional(),
  })
  .meta({ id: "EventObject", description: "One change at a provider." });

const status = z.enum(["NEW", "RECEIVED", "DISPATCHED", "CONSUMED", "NOTIFIED"]).meta({
  description:
    "NEW: stored, not parsed yet. RECEIVED: parsed. DISPATCHED: its formulas have started. CONSUMED: nothing is left to do. NOTIFIED: the callback accepted it.",
});

const event = z
  .object({
    id: z.string(),
    eventDate: z.string(),
    status,
    source: z.enum(["webhook", "polling"]),
    elementInstanceId: z.number().int(),
    elementKey: z.string(),
    providerData: z.string().optional().meta({
      description: "The payload of the provider as JSON text. Lists omit payloads longer than 64 KB.",
    }),
    notifiedData: z.array(object).meta({ description: "The objects as formulas and callbacks receive them." }),
    error: z.string().optional().meta({ description: "Why the event could not be parsed." }),
    eventElementInstances: z.array(
      z.object({
        eventId: z.string(),
        elementInstanceId: z.number().int(),
        notificationId: z.number().int().optional(),
        notifiedData: z.string().optional(),
        createdDate: z.string(),
        updatedDate: z.string(),
      }),
    ),
  })
  .meta({ id: "Event" });

const ofOne = z.object({ elementInstanceId: id });
const listed = {
  method: "GET",
  tags,
  summary: "List events of an element instance",
  paged: true,
  reply: z.array(event),
} as const;
const read = { method: "GET", tags, summary: "Get an event of an element instance", reply: event } as const;

export const listEvents = endpoint({
  ...listed,
  auth: "platform",
  path: "/instances/{elementInstanceId}/events",
  params: ofOne,
});
export const listOwnEvents = endpoint({ ...listed, auth: "element", path: "/instances/events" });
export const readEvent = endpoint({
  ...read,
  auth: "platform",
  path: "/instances/{elementInstanceId}/events/{eventId}",
  params: ofOne.extend({ eventId: longId }),
});
export const readOwnEvent = endpoint({
  ...read,
  auth: "element",
  path: "/instances/events/{eventId}",
  params: z.object({ eventId: longId }),
});

const disposition = z
  .object({
    eventId: z.string(),
    eventDate: z.string(),
    status,
    elementInstanceId: z.number().int(),
    elementKey: z.string(),
    accountId: z.number().int(),
    objects: z.number().int().meta({ description: "The number of objects in the event." }),
    executions: z.number().int().meta({ description: "The number of executions that the event started." }),
    notificationId: z.number().int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: "EventDisposition" });

export const listDispositions = endpoint({
  method: "GET",
  auth: "platform",
  path: "/instances/events/dispositions",
  tags,
  summary: "List the outcomes of events",
  description: "Returns events of all element instances that the caller has access to, newest first.",
  query: z.object({
    from: moment.optional().meta({ description: "Defaults to 24 hours before `to`." }),
    to: moment.optional().meta({ description: "Defaults to now." }),
  }),
  paged: true,
  reply: z.array(disposition),
});

const filterAnswer = z.object({
  stepName: z.string(),
  continued: z.boolean().optional(),
  error: z.string().optional(),
});
const execution = z.object({
  executionId: z.number().int(),
  objectId: z.string(),
  status: z.string(),
  error: z.string().optional(),
  filters: z.array(filterAnswer).meta({ description: "The results of its filter steps." }),
});
const explanation = z
  .object({
    summary: z.string().meta({ description: "A summary in one sentence." }),
    arrived: z.boolean(),
    instance: z.object({
      id: z.number().int(),
      name: z.string(),
      takesEvents: z.boolean(),
      problems: z.array(z.string()),
    }),
    event: event.omit({ providerData: true, eventElementInstances: true }).optional(),
    notification: z
      .object({ notificationId: z.number().int(), deliveries: z.record(z.string(), z.number()) })
      .optional(),
    formulaInstances: z.array(
      z.object({
        formulaInstanceId: z.number().int(),
        formulaInstanceName: z.string(),
        formulaId: z.number().int(),
        formulaName: z.string(),
        matched: z.boolean(),
        reason: z.string().optional().meta({ description: "Why the event did not match or started no execution." }),
        executions: z.array(execution),
      }),
    ),
  })
  .meta({ id: "EventExplanation", description: "Why an event started some executions and not others." });

export const explainEvent = endpoint({
  method: "GET",
  auth: "platform",
  path: "/instances/{elementInstanceId}/events/{eventId}/explanation",
  tags,
  summary: "Explain what an event triggered",
  description:
    "Returns what arrived, which formula instances matched, why others did not, and the results of their filters.",
  params: ofOne.extend({ eventId: longId }),
  reply: explanation,
});
export const explainObject = endpoint({
  method: "GET",
  auth: "platform",
  path: "/instances/{elementInstanceId}/explanations",
  tags,
  summary: "Explain what the events of an object triggered",
  description: "Explains the latest events of this object. If none has arrived, returns possible reasons.",
  params: ofOne,
  query: z.object({ objectId: z.string().max(1000).meta({ description: "The id of the object at the provider." }) }),
  reply: z.array(explanation),
});

const shared = {
  method: "GET",
  auth: "platform",
  tags,
  query: z.object({
    from: moment.optional().meta({ description: "Defaults to 24 hours before `to`." }),
    to: moment.optional().meta({ description: "Defaults to now." }),
    interval: z
      .enum(["year", "quarter", "month", "week", "day", "hour", "minute", "second"])
      .optional()
      .meta({ description: "Defaults to hour. Returns at most 5000 entries." }),
    "accountIds[]": ids,
  }),
} as const;
const count = z.number().int();
const counts = { count, success: count, failed: count };

export const countEvents = endpoint({
  ...shared,
  path: "/instances/events/analytics",
  summary: "Count events over time",
  reply: z.array(z.object({ timestamp: z.string(), count })),
});
export const countEventsByInstance = endpoint({
  ...shared,
  path: "/instances/events/analytics/instances",
  summary: "Count events over time by element instance",
  reply: z.array(
    z.object({ timestamp: z.string(), total: count, records: z.array(z.object({ instanceId: count, ...counts })) }),
  ),
});
export const countEventsByAccount = endpoint({
  ...shared,
  path: "/instances/events/analytics/accounts",
  summary: "Count events over time by account",
  reply: z.array(
    z.object({ timestamp: z.string(), total: count, records: z.array(z.object({ accountId: count, ...counts })) }),
  ),
});
