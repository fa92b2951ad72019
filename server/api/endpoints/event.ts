import { z } from "zod";
import type { App } from "#server/context.ts";
import { countEvents, countEventsByAccount, countEventsByInstance } from "#server/services/event/count-events.ts";
import { explainEvent, explainObject } from "#server/services/event/explain-event.ts";
import { listDispositions } from "#server/services/event/list-dispositions.ts";
import { listEvents } from "#server/services/event/list-events.ts";
import { readEvent } from "#server/services/event/read-event.ts";
import { receiveWebhook } from "#server/services/event/receive-webhook.ts";
import { asAnalyticsQuery } from "../analytics-query.ts";
import { endpoint } from "../endpoint.ts";
import { readEventCall } from "../event-body.ts";
import { providerResponse } from "../provider-response.ts";
import { dispositionRecord, eventRecord, explanationRecord } from "../records/event.ts";
import { id, ids, longId, moment } from "../records/fields.ts";

const tags = ["Events"] as const;

/** A hook may respond with anything. */
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
  storesRequest: true,
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

const ofOne = z.object({ elementInstanceId: id });
const listed = {
  method: "GET",
  tags,
  summary: "List events of an element instance",
  paged: true,
  reply: z.array(eventRecord),
} as const;
const read = { method: "GET", tags, summary: "Get an event of an element instance", reply: eventRecord } as const;

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

type Arrived = {
  params: { elementKey: string; instance?: string };
  headers: z.output<typeof receive.headers>;
  request: Request;
};

async function receiveEvent(
  app: App & { requestId: string },
  { params: { elementKey, instance }, headers, request }: Arrived,
) {
  const call = await readEventCall(request, new URL(request.url).pathname);
  const { reply, ...taken } = await receiveWebhook(app, {
    elementKey,
    named: instance,
    listed: headers["element-instances"] ?? headers.id,
    call,
    isAsync: headers["elements-async-request"] === "true",
  });
  return reply ? providerResponse(reply) : taken;
}

/** Webhooks arrive without credentials; other endpoints without an id use the instance of the caller's token. */
export const eventEndpoints = {
  receiveEvent: endpoint({ ...ofElement, method: "POST", summary: "Receive an event", handle: receiveEvent }),
  receiveEventInQuery: endpoint({
    ...ofElement,
    method: "GET",
    summary: "Receive an event or a challenge",
    handle: receiveEvent,
  }),

  receiveEventOf: endpoint({
    ...ofInstance,
    method: "POST",
    summary: "Receive an event for an element instance",
    handle: receiveEvent,
  }),

  receiveEventOfInQuery: endpoint({
    ...ofInstance,
    method: "GET",
    summary: "Receive an event or a challenge for an element instance",
    handle: receiveEvent,
  }),

  listEvents: endpoint({
    ...listed,
    auth: "platform",
    path: "/instances/{elementInstanceId}/events",
    params: ofOne,
    handle: (ctx, { params, page }) => listEvents(ctx, { address: params, page }),
  }),

  listOwnEvents: endpoint({
    ...listed,
    auth: "element",
    path: "/instances/events",
    handle: (ctx, { page }) => listEvents(ctx, { address: {}, page }),
  }),

  readEvent: endpoint({
    ...read,
    auth: "platform",
    path: "/instances/{elementInstanceId}/events/{eventId}",
    params: ofOne.extend({ eventId: longId }),
    handle: (ctx, { params: { eventId, ...address } }) => readEvent(ctx, { address, eventId }),
  }),

  readOwnEvent: endpoint({
    ...read,
    auth: "element",
    path: "/instances/events/{eventId}",
    params: z.object({ eventId: longId }),
    handle: (ctx, { params }) => readEvent(ctx, { address: {}, eventId: params.eventId }),
  }),

  explainEvent: endpoint({
    method: "GET",
    auth: "platform",
    path: "/instances/{elementInstanceId}/events/{eventId}/explanation",
    tags,
    summary: "Explain what an event triggered",
    description:
      "Returns the event, the formula instances that matched, why others did not, and the results of their filters.",
    params: ofOne.extend({ eventId: longId }),
    reply: explanationRecord,
    handle: (ctx, { params: { eventId, ...address } }) => explainEvent(ctx, { address, eventId }),
  }),

  explainObject: endpoint({
    method: "GET",
    auth: "platform",
    path: "/instances/{elementInstanceId}/explanations",
    tags,
    summary: "Explain what the events of an object triggered",
    description: "Explains the latest events of this object. If none has arrived, returns possible reasons.",
    params: ofOne,
    query: z.object({ objectId: z.string().max(1000).meta({ description: "The id of the object at the provider." }) }),
    reply: z.array(explanationRecord),
    handle: (ctx, { params, query }) => explainObject(ctx, { address: params, objectId: query.objectId }),
  }),

  listDispositions: endpoint({
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
    reply: z.array(dispositionRecord),
    handle: (ctx, { query, page }) => listDispositions(ctx, { ...query, page }),
  }),

  countEvents: endpoint({
    ...shared,
    path: "/instances/events/analytics",
    summary: "Count events over time",
    reply: z.array(z.object({ timestamp: z.string(), count })),
    handle: (ctx, { query }) => countEvents(ctx, asAnalyticsQuery(query)),
  }),

  countEventsByInstance: endpoint({
    ...shared,
    path: "/instances/events/analytics/instances",
    summary: "Count events over time by element instance",
    reply: z.array(
      z.object({ timestamp: z.string(), total: count, records: z.array(z.object({ instanceId: count, ...counts })) }),
    ),
    handle: (ctx, { query }) => countEventsByInstance(ctx, asAnalyticsQuery(query)),
  }),

  countEventsByAccount: endpoint({
    ...shared,
    path: "/instances/events/analytics/accounts",
    summary: "Count events over time by account",
    reply: z.array(
      z.object({ timestamp: z.string(), total: count, records: z.array(z.object({ accountId: count, ...counts })) }),
    ),
    handle: (ctx, { query }) => countEventsByAccount(ctx, asAnalyticsQuery(query)),
  }),
};
