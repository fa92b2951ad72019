import type { Context } from "#server/context.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findSubscription } from "../subscription/find-subscription.ts";
import { conditionsOf, type DeliveryKey, noSuchDelivery, readDelivery } from "./list-deliveries.ts";

/**
 * Sends queued deliveries and enables receivers again that were disabled after failures: all of the caller's, or those
 * that match `where`.
 */
export async function releaseDeliveries(ctx: Context, where: string | undefined) {
  requireDesigner(ctx);
  const filter = { scope: ownScope(ctx.caller), conditions: conditionsOf(where) };
  return { released: await deliveries.begin(ctx.db.prisma, filter, ["queued"]) };
}

/** The statuses that a replay includes: all except deliveries that are on their first attempt. */
const REPLAYED = ["delivered", "notified", "retry", "queued"];

/** Sends one delivery again, whatever its status, with the same id. */
export async function replayDelivery(ctx: Context, key: DeliveryKey) {
  requireDesigner(ctx);
  const scope = ownScope(ctx.caller);
  if (!(await deliveries.find(ctx.db.prisma, scope, key))) throw noSuchDelivery(key);
  await deliveries.begin(ctx.db.prisma, { scope, ...key }, REPLAYED);
  return readDelivery(ctx, { key, hydrate: {} });
}

/** Sends all deliveries of a subscription in a time window again, both ends included (H03). */
export async function replayWindow(
  ctx: Context,
  { subscriptionId, from, to }: { subscriptionId: number; from: Date; to: Date },
) {
  requireDesigner(ctx);
  await findSubscription(ctx, subscriptionId);
  const filter = { scope: ownScope(ctx.caller), subscriptionId, from, to };
  const replayed = await deliveries.begin(ctx.db.prisma, filter, REPLAYED);
  await record(ctx.db.prisma, ctx, { entity: "subscription", entityId: subscriptionId, action: "replayed" });
  return { replayed };
}
