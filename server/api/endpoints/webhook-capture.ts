import { z } from "zod";
import type { App } from "#server/context.ts";
import { closeWebhookCapture } from "#server/services/webhook-capture/close-webhook-capture.ts";
import { openWebhookCapture } from "#server/services/webhook-capture/open-webhook-capture.ts";
import { readWebhookCapture } from "#server/services/webhook-capture/read-webhook-capture.ts";
import { receiveCaptured } from "#server/services/webhook-capture/receive-captured.ts";
import { endpoint } from "../endpoint.ts";
import { readWebhookText } from "../event-body.ts";
import { providerResponse } from "../provider-response.ts";
import { openedWebhookCaptureRecord, webhookCaptureRecord } from "../records/element-draft.ts";
import { id, keyOrId, nothing } from "../records/fields.ts";

const shared = { auth: "platform", tags: ["Elements"] } as const;
const ofOne = {
  ...shared,
  path: "/elements/webhook-captures/{webhookCaptureId}",
  params: z.object({ webhookCaptureId: id }),
} as const;

const opened = {
  ...shared,
  method: "POST",
  description:
    "Returns an address that waits ten minutes for one request of a provider: test the event hook with what it really sends. You have one such address at a time for each definition; a new one closes the last.",
  reply: openedWebhookCaptureRecord,
} as const;

const received = {
  auth: "none",
  tags: ["Elements"],
  path: "/webhook-captures/{token}",
  description:
    "The first request of up to 8 MB is stored for the user who opened the capture. After that, and after ten minutes, the response is 404. A challenge by which providers verify addresses is sent back and not stored.",
  params: z.object({ token: z.string() }),
  takesAny: true,
  storesRequest: true,
  reply: z.unknown().meta({ id: "CapturedWebhook", description: "An empty object, or the challenge." }),
} as const;

type Arrived = { params: { token: string }; clientAddress: string; request: Request };

async function receive(app: App, { params: { token }, clientAddress, request }: Arrived) {
  const challenge = await receiveCaptured(app, {
    token,
    clientAddress,
    async read() {
      const { headers, query, text } = await readWebhookText(request);
      return { method: request.method === "GET" ? "GET" : "POST", headers, query, body: text };
    },
  });
  return challenge ? providerResponse(challenge) : {};
}

/**
 * Real webhooks for the test of an unpublished definition: the user who opened an address reads the one request sent to
 * it.
 */
export const webhookCaptureEndpoints = {
  openWebhookCapture: endpoint({
    ...opened,
    path: "/elements/{keyOrId}/webhook-captures",
    summary: "Wait for a webhook of an element",
    params: z.object({ keyOrId }),
    handle: (ctx, { params }) => openWebhookCapture(ctx, { elementId: params.keyOrId }),
  }),

  openDraftWebhookCapture: endpoint({
    ...opened,
    path: "/elements/drafts/{draftId}/webhook-captures",
    summary: "Wait for a webhook of a draft",
    params: z.object({ draftId: id }),
    handle: (ctx, { params }) => openWebhookCapture(ctx, { elementId: null, ...params }),
  }),

  readWebhookCapture: endpoint({
    ...ofOne,
    method: "GET",
    summary: "Get a webhook capture",
    description: "Returns the request once it has arrived. Captures are private to the user who opened them.",
    reply: webhookCaptureRecord,
    handle: (ctx, { params }) => readWebhookCapture(ctx, params.webhookCaptureId),
  }),

  closeWebhookCapture: endpoint({
    ...ofOne,
    method: "DELETE",
    summary: "Delete a webhook capture",
    description: "Deletes its address and the captured request. Send this after you have read the request.",
    reply: nothing,
    handle: (ctx, { params }) => closeWebhookCapture(ctx, params.webhookCaptureId),
  }),

  captureWebhook: endpoint({ ...received, method: "POST", summary: "Capture a webhook", handle: receive }),
  captureWebhookInQuery: endpoint({
    ...received,
    method: "GET",
    summary: "Capture a webhook without a body",
    handle: receive,
  }),
};
