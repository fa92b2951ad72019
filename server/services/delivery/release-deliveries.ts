import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import type { SubscriptionRecord } from "#server/store/delivery/subscriptions.ts";
import { requireDesigner } from "../account/require-role.ts";
import { recordReleases } from "../audit/record-releases.ts";
import { findSubscription } from "../subscription/find-subscription.ts";
import { conditionsOf, type DeliveryKey, findDelivery } from "./list-deliveries.ts";
import { presentDelivery } from "./present-delivery.ts";

/**
 * Sends queued deliveries and enables receivers again that were disabled after failures: all of the caller's, or those
 * that match `where`.
 */
export async function releaseDeliveries(ctx: Context, where: string | undefined) {
  requireDesigner(ctx);
  const filter = { scope: ownScope(ctx.caller), conditions: conditionsOf(where) };
  const released = await deliveries.beginAlone(ctx.db.prisma, {
    filter,
    statuses: ["queued"],
    also: (tx, { subscriptionIds }) => recordReleases(ctx, tx, subscriptionIds),
  });
  return { released };
}

/** The statuses that a replay includes: all except deliveries that are on their first attempt. */
const REPLAYED = ["delivered", "notified", "retry", "queued"];

/**
 * Sends one delivery again, whatever its status, with the same id. Refuses (conflict) during an attempt, which would be
 * sent twice at once.
 */
export async function replayDelivery(ctx: Context, key: DeliveryKey) {
  requireDesigner(ctx);
  const scope = ownScope(ctx.caller);
  const found = await findDelivery(ctx, key);
  refuseWithoutEvents(found.subscription);
  const restarted = await deliveries.beginAlone(ctx.db.prisma, {
    filter: { scope, ...key },
    statuses: REPLAYED,
    also: (tx, { subscriptionIds }) => recordReleases(ctx, tx, subscriptionIds, "deliveryReplayed"),
  });
  const delivery = await findDelivery(ctx, key);
  if (restarted === 0) for (const one of [found, delivery]) refuseDuringAttempt(one, ctx.now());
  return presentDelivery(delivery);
}

function refuseDuringAttempt(
  { notificationId, subscriptionId, leaseUntil }: deliveries.DeliveryRecord,
  now: Date,
): void {
  if (leaseUntil === null || leaseUntil <= now) return;
  throw new Failure(
    "conflict",
    `The delivery of notification ${notificationId} to subscription ${subscriptionId} is being sent right now. Wait for the result of this attempt, then resend the delivery if it failed.`,
  );
}

/** The statuses of deliveries that their receiver did not accept. */
const UNDELIVERED = ["retry", "queued"];

type Window = { from: Date; to: Date; onlyUndelivered?: boolean | undefined };

/**
 * Sends the deliveries of a subscription in a time window again, both ends included: all, or those that its receiver
 * did not accept (H03).
 */
export async function replayWindow(ctx: Context, { subscriptionId, ...window }: { subscriptionId: number } & Window) {
  requireDesigner(ctx);
  refuseWithoutEvents(await findSubscription(ctx, subscriptionId));
  const replayed = await deliveries.beginAlone(ctx.db.prisma, {
    filter: filterOf(ctx, subscriptionId, window),
    statuses: statusesOf(window),
    also: (tx, { subscriptionIds }) => recordReleases(ctx, tx, subscriptionIds, "replayed"),
  });
  return { replayed };
}

/** Refuses (conflict) what would only be queued. */
function refuseWithoutEvents({ elementInstanceId, topics }: SubscriptionRecord): void {
  if (topics.length > 0) return;
  throw new Failure(
    "conflict",
    `Events of the element instance ${elementInstanceId} are turned off. Set event.notification.enabled to true in its configuration: what is queued is sent then.`,
  );
}

/** How many deliveries `replayWindow` would send again. */
export async function countWindow(
  ctx: Context,
  { subscriptionId, ...window }: { subscriptionId: number } & Window,
): Promise<{ count: number }> {
  await findSubscription(ctx, subscriptionId);
  const [filter, statuses] = [filterOf(ctx, subscriptionId, window), statusesOf(window)];
  return { count: await deliveries.count(ctx.db.prisma, { filter, statuses, now: ctx.now() }) };
}

const statusesOf = ({ onlyUndelivered = false }: Window) => (onlyUndelivered ? UNDELIVERED : REPLAYED);

const filterOf = ({ caller }: Context, subscriptionId: number, { from, to }: Window) => {
  if (to < from) throw new Failure("badRequest", "to: must not be before from.");
  return { scope: ownScope(caller), subscriptionId, from, to };
};
