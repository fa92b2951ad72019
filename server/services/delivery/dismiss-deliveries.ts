import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { ownScope } from "#server/store/database/scope.ts";
import { dismiss, dismissGivenUp } from "#server/store/delivery/dismissed-deliveries.ts";
import { requireDesigner } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findSubscription } from "../subscription/find-subscription.ts";
import { type DeliveryKey, findDelivery, readDelivery } from "./list-deliveries.ts";

/** Dismisses a held delivery: it is kept, and sent only if it is resent. Refuses notFound, and conflict for others. */
export async function dismissDelivery(ctx: Context, key: DeliveryKey) {
  requireDesigner(ctx);
  await findDelivery(ctx, key);
  const { notificationId, subscriptionId } = key;
  const dismissed = await ctx.db.prisma.$transaction(async (tx) => {
    const count = await dismiss(tx, { scope: ownScope(ctx.caller), ...key });
    if (count > 0)
      await record(tx, ctx, { entity: "subscription", entityId: subscriptionId, action: "deliveryDismissed" });
    return count;
  });
  const delivery = await readDelivery(ctx, { key, hydrate: {} });
  if (dismissed === 0)
    throw new Failure(
      "conflict",
      `The delivery of notification ${notificationId} to subscription ${subscriptionId} is ${delivery.status}. Only queued deliveries can be dismissed.`,
    );
  return delivery;
}

const LONGEST_MS = 60_000;

/**
 * Dismisses all held deliveries of a subscription, and its deactivation after failures: Home no longer shows it, until
 * it is deactivated again. It stays deactivated. Refuses notFound.
 */
export async function dismissDeliveries(ctx: Context, subscriptionId: number): Promise<{ dismissed: number }> {
  requireDesigner(ctx);
  await findSubscription(ctx, subscriptionId);
  const held = { scope: ownScope(ctx.caller), subscriptionId };
  const dismissed = await ctx.db.prisma.$transaction(
    async (tx) => {
      const isDismissed = await dismissGivenUp(tx, held);
      const count = await dismiss(tx, held);
      if (isDismissed || count > 0)
        await record(tx, ctx, { entity: "subscription", entityId: subscriptionId, action: "deliveriesDismissed" });
      return count;
    },
    { timeout: LONGEST_MS },
  );
  return { dismissed };
}
