import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import { listSubscriptions } from "./find-subscription.ts";

/** The subscriptions that the caller sees, newest first, each with the number of its deliveries by status, up to 1,001. */
export async function listDestinations(ctx: Context, { page }: { page: PageRequest }) {
  const found = await listSubscriptions(ctx, { topics: undefined, page });
  const counts = await deliveries.countByStatus(ctx.db.pool, {
    organizationId: ctx.caller.organizationId,
    subscriptionIds: found.items.map(({ id }) => id),
    statuses: deliveries.STATUSES,
  });
  return {
    ...found,
    items: found.items.map((subscription) => ({
      ...subscription,
      deliveries: Object.fromEntries(
        counts
          .filter(({ subscriptionId, count }) => subscriptionId === subscription.id && count > 0)
          .map(({ status, count }) => [status, count]),
      ),
    })),
  };
}
