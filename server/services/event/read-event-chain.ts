import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { listAttempts } from "../delivery/list-attempts.ts";
import { listDeliveriesOf } from "../delivery/list-deliveries.ts";
import { maskInstance } from "../element/mask-instance.ts";
import type { DescribedWebhook } from "./describe-webhook.ts";
import { explainEvent } from "./explain-event.ts";
import { findEvent } from "./find-event.ts";

/**
 * An event from end to end: the webhook as it arrived, its objects, the runs that it started and why others did not
 * start, and its deliveries with their attempts. Refuses notFound.
 */
export async function readEventChain(ctx: Context, eventId: number) {
  const { createdAt, updatedAt, accountId: _, ...found } = await findEvent(ctx, eventId);
  const { request, raw, ...event } = await maskInstance(ctx, found.elementInstanceId, found);
  const { elementInstanceId, notificationId } = event;
  const [explanation, deliveries] = await Promise.all([
    explainEvent(ctx, { address: { elementInstanceId }, eventId }).catch(nullIfDeleted),
    notificationId === null
      ? []
      : listDeliveriesOf(ctx, { notificationId, hydrate: { hydrate: true } }).catch(noneIfHidden),
  ]);
  return {
    ...event,
    eventDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    raw,
    request: request === null ? null : (JSON.parse(request) as DescribedWebhook),
    /** Null after the connection was deleted. */
    explanation,
    deliveries: await Promise.all(
      deliveries.map(async (delivery) => ({ ...delivery, attemptsMade: await listAttempts(ctx, delivery) })),
    ),
  };
}

function nullIfDeleted(error: unknown): null {
  if (error instanceof Failure && error.kind === "notFound") return null;
  throw error;
}

function noneIfHidden(error: unknown): [] {
  if (error instanceof Failure && error.kind === "notFound") return [];
  throw error;
}
