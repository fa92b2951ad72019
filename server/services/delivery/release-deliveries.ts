import type { Context } from "#server/context.ts";
import * as deliveries from "#server/store/deliveries.ts";
import { ownScope } from "#server/store/scope.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findSubscription } from "../subscription/find-subscription.ts";
import { conditionsOf, type DeliveryKey, noSuchDelivery, readDelivery } from "./list-deliveries.ts";

/**
 * Sends what is queued and switches receivers on again that were given up, all of the caller's or those `where` picks.
 *
 */
export async function releaseDeliveries(ctx: Context, where: string | undefined) {
  requireDesigner(ctx);
  const filter = { scope: ownScope(ctx.caller), conditions: conditionsOf(where) };
  return { released: await deliveries.begin(ctx.db.prisma, filter, ["queued"]) };
}

/** What a replay takes: all but what is on its way for the first time. */
const REPLAYED = ["delivered", "notified", "retry", "queued"];

/** Sends one delivery once more, whatever became of it, with the id it had. */
export async function replayDelivery(ctx: Context, key: DeliveryKey) {
  requireDesigner(ctx);
  const scope = ownScope(ctx.caller);
  if (!(await deliveries.find(ctx.db.prisma, scope, key))) throw noSuchDelivery(key);
  await deliveries.begin(ctx.db.prisma, { scope, ...key }, REPLAYED);
  return readDelivery(ctx, key, {});
}

/** Sends once more what came for a subscription in a window of time, both ends included (H03). */
export async function replayWindow(ctx: Context, subscriptionId: number, { from, to }: { from: Date; to: Date }) {
  requireDesigner(ctx);
  await findSubscription(ctx, subscriptionId);
  const filter = { scope: ownScope(ctx.caller), subscriptionId, from, to };
  const replayed = await deliveries.begin(ctx.db.prisma, filter, REPLAYED);
  await record(ctx.db.prisma, ctx, { entity: "subscription", entityId: subscriptionId, action: "replayed" });
  return { replayed };
}
