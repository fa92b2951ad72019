import type { Context } from "#server/context.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as subscriptions from "#server/store/delivery/subscriptions.ts";
import { presentSubscription } from "./present-subscription.ts";

/**
 * The newest subscriptions of the caller's accounts that were deactivated after failed deliveries; `total` counts all of
 * them.
 */
export async function listGivenUp({ db, caller }: Context, limit: number) {
  const { items, total } = await subscriptions.listGivenUp(db.prisma, ownScope(caller), limit);
  return { items: items.map(presentSubscription), total };
}
