import type { Context } from "#server/context.ts";
import type { PageRequest } from "#server/page.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import { listSubscriptions } from "./find-subscription.ts";

/** The subscriptions that the caller sees, newest first, each with the number of its deliveries by status. */
export async function listDestinations(ctx: Context, { page }: { page: PageRequest }) {
  const found = await listSubscriptions(ctx, { topics: undefined, page });
  const counts = await deliveries.countByStatus(ctx.db.prisma, {
    organizationId: ctx.caller.organizationId,
    subscriptionIds: found.items.map(({ id }) => id),
  });
  return {
    ...found,
    items: found.items.map((subscription) => ({
      ...subscription,
      deliveries: Object.fromEntries(
        counts
          .filter(({ subscriptionId }) => subscriptionId === subscription.id)
          .map(({ status, count }) => [status, count]),
      ),
    })),
  };
}
