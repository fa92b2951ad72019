import type { App } from "#server/context.ts";
import type { HookReply } from "#server/event/event-hook.ts";
import { countEvents, countEventsByAccount, countEventsByInstance } from "#server/services/event/count-events.ts";
import { explainEvent, explainObject } from "#server/services/event/explain-event.ts";
import { listDispositions } from "#server/services/event/list-dispositions.ts";
import { listEvents } from "#server/services/event/list-events.ts";
import { readEvent } from "#server/services/event/read-event.ts";
import { receiveWebhook } from "#server/services/event/receive-webhook.ts";
import * as contract from "../endpoints/event.ts";
import { readEventCall } from "../event-body.ts";
import { Answer, type Input, route } from "../route.ts";
import { asAnalyticsQuery } from "./analytics.ts";

type Arrived = Pick<Input<typeof contract.receiveEvent>, "headers" | "request" | "params"> & {
  params: { elementKey: string; instance?: string };
};

async function receive(
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
  return reply ? inTheHooksWords(reply) : taken;
}

/** A hook's answer never acts as a page of ours (E13). */
function inTheHooksWords({ code, body, contentType }: HookReply) {
  const isText = typeof body === "string" && !/\bjson\b/i.test(contentType ?? "");
  const type = /^text\/(?:plain|xml)\b[\w\s;=-]*$/i.test(contentType ?? "") ? contentType : "text/plain; charset=utf-8";
  const headers = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    ...(isText && type && { "content-type": type }),
  };
  return new Answer<unknown>(body ?? {}, { status: code, headers });
}

/** Webhooks come in without anybody's secrets; of the rest, without an id the instance is the one of the caller's token. */
export const eventRoutes = [
  route(contract.receiveEvent, receive),
  route(contract.receiveEventInQuery, receive),
  route(contract.receiveEventOf, receive),
  route(contract.receiveEventOfInQuery, receive),

  route(contract.listEvents, (ctx, { params, page }) => listEvents(ctx, params, page)),
  route(contract.listOwnEvents, (ctx, { page }) => listEvents(ctx, {}, page)),
  route(contract.readEvent, (ctx, { params: { eventId, ...address } }) => readEvent(ctx, address, eventId)),
  route(contract.readOwnEvent, (ctx, { params }) => readEvent(ctx, {}, params.eventId)),
  route(contract.explainEvent, (ctx, { params: { eventId, ...address } }) => explainEvent(ctx, address, eventId)),
  route(contract.explainObject, (ctx, { params, query }) => explainObject(ctx, params, query.objectId)),

  route(contract.listDispositions, (ctx, { query, page }) => listDispositions(ctx, query, page)),
  route(contract.countEvents, (ctx, { query }) => countEvents(ctx, asAnalyticsQuery(query))),
  route(contract.countEventsByInstance, (ctx, { query }) => countEventsByInstance(ctx, asAnalyticsQuery(query))),
  route(contract.countEventsByAccount, (ctx, { query }) => countEventsByAccount(ctx, asAnalyticsQuery(query))),
];
