import { z } from "zod";
import { dismissDelivery } from "#server/services/delivery/dismiss-deliveries.ts";
import { listAttempts } from "#server/services/delivery/list-attempts.ts";
import { listDeliveries, listDeliveriesOf, readDelivery } from "#server/services/delivery/list-deliveries.ts";
import { releaseDeliveries, replayDelivery } from "#server/services/delivery/release-deliveries.ts";
import { endpoint } from "../endpoint.ts";
import { flag, id } from "../records/fields.ts";
import { notificationRecord } from "../records/notification.ts";
import { subscriptionRecord } from "../records/subscription.ts";

const delivery = z
  .object({
    notificationId: z.number().int(),
    subscriptionId: z.number().int(),
    webhookId: z
      .string()
      .meta({ description: "Identifies the message to the receiver. It is the same for every attempt." }),
    status: z.string().meta({ description: "created, delivered, notified, retry or queued." }),
    attempts: z.number().int(),
    nextAttemptDate: z.string().optional(),
    answerStatus: z.number().int().optional(),
    error: z.string().optional(),
    createdDate: z.string(),
    updatedDate: z.string(),
    notification: notificationRecord.optional(),
    subscription: subscriptionRecord.optional(),
  })
  .meta({ id: "Delivery", description: "The delivery of a notification to one subscription." });

const attempt = z
  .object({
    id: z.number().int(),
    status: z.string().meta({ description: "delivered, notified, retry, queued or failed." }),
    startedAt: z.string(),
    durationMs: z.number().int(),
    error: z.string().nullable(),
    exchange: z
      .object({
        request: z.object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) }),
        response: z
          .object({ status: z.number().int(), headers: z.record(z.string(), z.string()), body: z.string() })
          .optional(),
      })
      .nullable()
      .meta({
        description: "What was sent and received, without credentials; null if nothing was sent by HTTP.",
      }),
  })
  .meta({ id: "DeliveryAttempt", description: "One attempt to deliver a notification." });

const where = z.string().optional().meta({
  description: "A filter such as channel='webhook' and status='queued' and config.url='https://example.com'.",
});
const hydrate = flag.meta({ description: "Set to true to include the notification and the subscription." });
const one = z.object({ notificationId: id, subscriptionId: id });
const shared = { auth: "platform", tags: ["Deliveries"] } as const;

export const deliveryEndpoints = {
  listDeliveries: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/subscriptions/deliveries",
    summary: "List deliveries",
    query: z.object({ where, hydrate }),
    paged: true,
    reply: z.array(delivery),
    handle: (ctx, { query, page }) => listDeliveries(ctx, { ...query, page }),
  }),

  releaseDeliveries: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/subscriptions/deliveries",
    summary: "Send queued deliveries",
    description:
      "Reactivates the subscriptions of these deliveries if they were deactivated because their receiver failed, and sends all that is queued for those.",
    query: z.object({ where }),
    reply: z.object({ released: z.number().int() }),
    handle: (ctx, { query }) => releaseDeliveries(ctx, query.where),
  }),

  listDeliveriesOf: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/{notificationId}/subscriptions/deliveries",
    summary: "List the deliveries of a notification",
    params: z.object({ notificationId: id }),
    query: z.object({ hydrate }),
    reply: z.array(delivery),
    handle: (ctx, { params, query }) =>
      listDeliveriesOf(ctx, { notificationId: params.notificationId, hydrate: query }),
  }),

  readDelivery: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/{notificationId}/subscriptions/{subscriptionId}/deliveries",
    summary: "Get a delivery",
    params: one,
    query: z.object({ hydrate }),
    reply: delivery,
    handle: (ctx, { params, query }) => readDelivery(ctx, { key: params, hydrate: query }),
  }),

  listDeliveryAttempts: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/{notificationId}/subscriptions/{subscriptionId}/deliveries/attempts",
    summary: "List the attempts of a delivery",
    description: "Returns the last 50 attempts, newest first.",
    params: one,
    reply: z.array(attempt),
    handle: (ctx, { params }) => listAttempts(ctx, params),
  }),

  replayDelivery: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/{notificationId}/subscriptions/{subscriptionId}/deliveries",
    summary: "Resend a delivery",
    description: "Refused (409) while the delivery is being sent.",
    params: one,
    reply: delivery,
    handle: (ctx, { params }) => replayDelivery(ctx, params),
  }),

  dismissDelivery: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/{notificationId}/subscriptions/{subscriptionId}/deliveries/dismiss",
    summary: "Dismiss a queued delivery",
    description:
      "Its status becomes notified: it is kept, and sent only if it is resent. Other statuses are refused (409).",
    params: one,
    reply: delivery,
    handle: (ctx, { params }) => dismissDelivery(ctx, params),
  }),
};
