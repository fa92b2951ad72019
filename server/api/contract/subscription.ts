import { z } from "zod";
import { parseCallbackHeaders } from "#server/event/callback-headers.ts";
import { maybe, orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { id, moment, nothing } from "./fields.ts";

const CHANNELS = ["webhook", "email", "sms", "push"] as const;

export const subscriptionRecord = z
  .object({
    id: z.number().int(),
    channel: z.enum(CHANNELS),
    topics: z.array(z.string()),
    config: z.record(z.string(), z.string()).meta({ description: "Of a webhook, its url." }),
    active: z.boolean(),
    deactivatedDate: z.string().optional().meta({ description: "When its receiver was given up." }),
    elementInstanceId: z.number().int().optional().meta({ description: "The instance whose events it carries." }),
    createdDate: z.string(),
    updatedDate: z.string(),
  })
  .meta({ id: "Subscription" });

const text = (max: number) => maybe(z.string().max(max));
const headers = maybe(z.union([z.string(), z.record(z.string(), z.string()).transform((map) => JSON.stringify(map))]));

/** By channel, what of `config` is its address. */
const ADDRESSES = {
  webhook: z.url({ protocol: /^https?$/, error: "must be a URL for channel webhook" }),
  email: z.email("must be an e-mail address for channel email"),
  sms: z.string().max(50),
  push: z.string().max(500),
} as const;

const newSubscription = z
  .object({
    channel: z.enum(CHANNELS),
    topics: z.array(z.string().trim().min(1, "must not be empty").max(255)).min(1, "must name a topic").max(100),
    config: orElse(
      z.object({
        url: text(2000),
        email: text(320),
        phone: text(50),
        device: text(500),
        headers: headers.meta({ description: "Sent with every callback." }),
        username: text(255).meta({ description: "For basic authentication." }),
        password: text(1000),
        signatureKey: text(1000).meta({ description: "Signs Elements-Webhook-Signature." }),
      }),
      {},
    ),
  })
  .transform(({ channel, topics, config }, ctx) => {
    const { url, email, phone, device, headers: sent, username = "", password = "", signatureKey = "" } = config;
    const own = { webhook: url, email: email ?? url, sms: phone ?? url ?? "", push: device ?? url ?? "" }[channel];
    const address = ADDRESSES[channel].safeParse(own);
    if (address.success)
      return {
        channel,
        topics,
        address: address.data,
        credentials: { headers: parseCallbackHeaders(sent ?? "", "config.headers"), username, password, signatureKey },
      };
    const path = ["config", channel === "email" ? "email" : "url"];
    ctx.addIssue({ code: "custom", path, message: address.error.issues[0]?.message ?? "is required" });
    return z.NEVER;
  });

const one = z.object({ subscriptionId: id });
const shared = { auth: "platform", tags: ["Subscriptions"] } as const;

export const createSubscription = endpoint({
  ...shared,
  method: "POST",
  path: "/notifications/subscriptions",
  summary: "Subscribe to topics",
  description:
    "A webhook is sent {id, topic, createdDate, message}, signed in the manner of Standard Webhooks; any 2xx means that it was taken.",
  body: newSubscription,
  reply: subscriptionRecord,
});

export const listSubscriptions = endpoint({
  ...shared,
  method: "GET",
  path: "/notifications/subscriptions",
  summary: "List subscriptions",
  query: z.object({ "topics[]": z.array(z.string()).optional() }),
  paged: true,
  reply: z.array(subscriptionRecord),
});

export const readSubscription = endpoint({
  ...shared,
  method: "GET",
  path: "/notifications/subscriptions/{subscriptionId}",
  summary: "Read a subscription",
  params: one,
  reply: subscriptionRecord,
});

export const deleteSubscription = endpoint({
  ...shared,
  method: "DELETE",
  path: "/notifications/subscriptions/{subscriptionId}",
  summary: "Delete a subscription",
  params: one,
  reply: nothing,
});

const secrets = z.object({
  secret: z.string().meta({ description: "whsec_…, by which webhook-signature is checked." }),
  previous: z.string().optional().meta({ description: "The one before, which signs too for a day." }),
});

export const readSigningSecrets = endpoint({
  ...shared,
  method: "GET",
  path: "/notifications/subscriptions/{subscriptionId}/secrets",
  summary: "Read the signing secret",
  params: one,
  reply: secrets,
});

export const rotateSigningSecret = endpoint({
  ...shared,
  method: "PUT",
  path: "/notifications/subscriptions/{subscriptionId}/secrets",
  summary: "Replace the signing secret",
  description: "For a day callbacks are signed with both.",
  params: one,
  reply: secrets,
});

export const sendTestEvent = endpoint({
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
});

export const replayWindow = endpoint({
  ...shared,
  method: "POST",
  path: "/notifications/subscriptions/{subscriptionId}/replay",
  summary: "Send once more what came in a window of time",
  description: "Deliveries keep their webhook-id.",
  params: one,
  body: z.object({ from: moment, to: moment }),
  reply: z.object({ replayed: z.number().int() }),
});
