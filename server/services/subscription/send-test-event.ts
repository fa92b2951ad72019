import { randomUUID } from "node:crypto";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { callbackBody } from "#server/event/callback.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { requireDesigner } from "../account/require-role.ts";
import { post } from "../notification/channels.ts";
import { openCredentials } from "../notification/credentials.ts";
import { addressOf } from "../notification/subscribed-address.ts";
import { findSubscription } from "./find-subscription.ts";

/** Sends a signed callback without events at once, and returns the receiver's response. */
export async function sendTestEvent(ctx: Context, id: number) {
  requireDesigner(ctx);
  const subscription = await findSubscription(ctx, id);
  if (subscription.channel !== "webhook")
    throw new Failure("badRequest", "Test events can be sent to webhook subscriptions only.");
  const now = ctx.now();
  const body = callbackBody({
    id: 0,
    topic: subscription.topics[0] ?? "test",
    createdDate: isoSeconds(now),
    message: JSON.stringify({ test: true, instanceId: subscription.elementInstanceId ?? undefined, events: [] }),
  });
  const credentials = openCredentials(ctx.vault, subscription);
  const began = performance.now();
  const attempt = await post(ctx, { url: addressOf(ctx.vault, subscription), id: randomUUID(), body, credentials });
  return {
    status: attempt.status,
    ...(attempt.answerStatus !== null && { answerStatus: attempt.answerStatus }),
    ...(attempt.error !== null && { error: attempt.error }),
    durationMs: Math.round(performance.now() - began),
  };
}
