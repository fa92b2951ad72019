import { z } from "zod";
import { parseCallbackHeaders } from "#server/element/callback-headers.ts";
import { dismissDeliveries } from "#server/services/delivery/dismiss-deliveries.ts";
import { replayWindow } from "#server/services/delivery/release-deliveries.ts";
import { createSubscription, deleteSubscription } from "#server/services/subscription/create-subscription.ts";
import { listSubscriptions, readSubscription } from "#server/services/subscription/find-subscription.ts";
import { sendTestEvent } from "#server/services/subscription/send-test-event.ts";
import { readSigningSecrets, rotateSigningSecret } from "#server/services/subscription/signing-secrets.ts";
import { maybe, orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, moment, nothing } from "../records/fields.ts";
import { topic } from "../records/notification.ts";
import { CHANNELS, subscriptionRecord } from "../records/subscription.ts";

const text = (max: number) => maybe(z.string().max(max));
const headers = maybe(z.union([z.string(), z.record(z.string(), z.string()).transform((map) => JSON.stringify(map))]));

const urlFor = (channel: string) => z.url({ protocol: /^https?$/, error: `must be a URL for channel ${channel}` });
const email = z.email("must be an e-mail address for channel email");
const phone = z.string("must be a phone number for channel sms").regex(/^\+?\d(?:[\d ().-]*\d)+$/, {
  error: "must be a phone number for channel sms, such as +1 555 0100",
});
const device = z.string("must name a device for channel push");

/** The keys of `config` that can have the address, by channel: the first that is given has. */
const ADDRESSES = {
  webhook: [["url", urlFor("webhook")]],
  email: [
    ["email", email],
    ["url", email],
  ],
  sms: [
    ["phone", phone],
    ["url", urlFor("sms")],
  ],
  push: [
    ["device", device],
    ["url", urlFor("push")],
  ],
} as const;

const newSubscription = z
  .object({
    channel: z.enum(CHANNELS),
    topics: z.array(topic).min(1, "must name a topic").max(100),
    config: orElse(
      z.object({
        url: text(2000),
        email: text(320),
        phone: text(50),
        device: text(500),
        headers: headers.meta({ description: "Sent with every callback." }),
        username: text(255).meta({ description: "The user name for basic authentication." }),
        password: text(1000),
        signatureKey: text(1000).meta({ description: "The key that signs the header Elements-Webhook-Signature." }),
      }),
      {},
    ),
  })
  .meta({
    examples: [
      {
        channel: "webhook",
        topics: ["formula-execution-failed"],
        config: { url: "https://example.com/notifications" },
      },
    ],
  })
  .transform(({ channel, topics, config }, ctx) => {
    const { headers: sent, username = "", password = "", signatureKey = "" } = config;
    const [first] = ADDRESSES[channel];
    const [key, schema] = ADDRESSES[channel].find(([name]) => config[name]) ?? first;
    const address = schema.safeParse(config[key] || undefined);
    if (address.success)
      return {
        channel,
        topics,
        address: address.data,
        credentials: { headers: parseCallbackHeaders(sent ?? "", "config.headers"), username, password, signatureKey },
      };
    ctx.addIssue({ code: "custom", path: ["config", key], message: address.error.issues[0]?.message ?? "is required" });
    return z.NEVER;
  });

const one = z.object({ subscriptionId: id });
const shared = { auth: "platform", tags: ["Subscriptions"] } as const;

const secrets = z.object({
  secret: z.string().meta({ description: "The secret, whsec_…, that verifies the header webhook-signature." }),
  previous: z.string().optional().meta({ description: "The previous secret, which also signs for one day." }),
});

export const subscriptionEndpoints = {
  createSubscription: endpoint({
    ...shared,
    method: "POST",
    path: "/notifications/subscriptions",
    summary: "Subscribe to topics",
    description:
      "Webhooks receive {id, topic, createdDate, message}, signed according to Standard Webhooks. Respond with any 2xx status to accept a delivery.",
    body: newSubscription,
    reply: subscriptionRecord,
    handle: (ctx, { body }) => createSubscription(ctx, body),
  }),

  listSubscriptions: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/subscriptions",
    summary: "List subscriptions",
    query: z.object({ "topics[]": z.array(z.string()).optional() }),
    paged: true,
    reply: z.array(subscriptionRecord),
    handle: (ctx, { query, page }) => listSubscriptions(ctx, { topics: query["topics[]"], page }),
  }),

  readSubscription: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/subscriptions/{subscriptionId}",
    summary: "Get a subscription",
    params: one,
    reply: subscriptionRecord,
    handle: (ctx, { params }) => readSubscription(ctx, params.subscriptionId),
  }),

  deleteSubscription: endpoint({
    ...shared,
    method: "DELETE",
    path: "/notifications/subscriptions/{subscriptionId}",
    summary: "Delete a subscription",
    params: one,
    reply: nothing,
    handle: (ctx, { params }) => deleteSubscription(ctx, params.subscriptionId),
  }),

  readSigningSecrets: endpoint({
    ...shared,
    method: "GET",
    path: "/notifications/subscriptions/{subscriptionId}/secrets",
    summary: "Get the signing secret",
    params: one,
    reply: secrets,
    handle: (ctx, { params }) => readSigningSecrets(ctx, params.subscriptionId),
  }),

  rotateSigningSecret: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/subscriptions/{subscriptionId}/secrets",
    summary: "Replace the signing secret",
    description: "Deliveries are signed with both secrets for one day.",
    params: one,
    reply: secrets,
    handle: (ctx, { params }) => rotateSigningSecret(ctx, params.subscriptionId),
  }),

  sendTestEvent: endpoint({
    ...shared,
    method: "POST",
    path: "/notifications/subscriptions/{subscriptionId}/test",
    summary: "Send a test event",
    params: one,
    reply: z.object({
      status: z.string().meta({ description: "delivered or failed." }),
      answerStatus: z.number().int().optional(),
      error: z.string().optional(),
      durationMs: z.number(),
    }),
    handle: (ctx, { params }) => sendTestEvent(ctx, params.subscriptionId),
  }),

  dismissDeliveries: endpoint({
    ...shared,
    method: "PUT",
    path: "/notifications/subscriptions/{subscriptionId}/deliveries/dismiss",
    summary: "Dismiss the queued deliveries of a subscription",
    description:
      "Their status becomes notified: they are kept, and sent only if they are resent. If the subscription was deactivated because its receiver failed, it stays deactivated, and Home no longer shows it.",
    params: one,
    reply: z.object({ dismissed: z.number().int() }),
    handle: (ctx, { params }) => dismissDeliveries(ctx, params.subscriptionId),
  }),

  replayWindow: endpoint({
    ...shared,
    method: "POST",
    path: "/notifications/subscriptions/{subscriptionId}/replay",
    summary: "Redeliver the notifications of a time window",
    description: "Redelivered notifications keep their webhook-id.",
    params: one,
    body: z.object({ from: moment, to: moment }),
    reply: z.object({ replayed: z.number().int() }),
    handle: (ctx, { params, body }) => replayWindow(ctx, { ...body, subscriptionId: params.subscriptionId }),
  }),
};
