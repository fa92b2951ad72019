import type { Context } from "#server/context.ts";
import * as captures from "#server/store/webhook-capture/webhook-captures.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { noSuchCapture } from "./read-webhook-capture.ts";

/** Deletes a capture of the caller with its request. Refuses notFound. */
export async function closeWebhookCapture(ctx: Context, webhookCaptureId: number) {
  requireDesigner(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await captures.remove(tx, ctx.caller, webhookCaptureId))) throw noSuchCapture(webhookCaptureId);
    await record(tx, ctx, { entity: "webhookCapture", entityId: webhookCaptureId, action: "deleted" });
  });
  return {};
}
