import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as captures from "#server/store/webhook-capture/webhook-captures.ts";
import { requireDesigner } from "../account/require-role.ts";
import { ownerOf } from "../element-draft/drafted-element.ts";
import { type CapturedRequest, presentCapture } from "./captured-request.ts";

/**
 * A capture of the caller, with the request once it has arrived. Refuses notFound for captures that expired or belong
 * to others, and what `ownerOf` currently refuses.
 */
export async function readWebhookCapture(ctx: Context, webhookCaptureId: number) {
  requireDesigner(ctx);
  const capture = await captures.find(ctx.db.prisma, ctx.caller, { id: webhookCaptureId, now: ctx.now() });
  if (!capture) throw noSuchCapture(webhookCaptureId);
  await ownerOf(ctx, capture);
  const { request } = capture;
  // The value was a request when it was encrypted, and the vault rejects any other value.
  const opened: CapturedRequest | null =
    request === null ? null : JSON.parse(ctx.vault.open(request, captures.requestIdentity(capture)));
  return presentCapture(capture, opened);
}

export const noSuchCapture = (webhookCaptureId: number) =>
  new Failure("notFound", `There is no webhook capture ${webhookCaptureId}. It may have expired: open a new one.`);
