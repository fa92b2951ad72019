import type { Context } from "#server/context.ts";
import type { Db } from "#server/store/database/prisma.ts";
import { record } from "./record.ts";

/** Records that deliveries of these subscriptions are sent, in the transaction that restarts them. */
export async function recordReleases(
  ctx: Context,
  tx: Db,
  subscriptionIds: readonly number[],
  action: "deliveriesReleased" | "deliveryReplayed" | "replayed" = "deliveriesReleased",
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await record(tx, ctx, ...subscriptionIds.map((entityId) => ({ entity: "subscription" as const, entityId, action })));
}
