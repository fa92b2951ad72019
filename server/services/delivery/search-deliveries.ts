import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import { presentDelivery } from "./present-delivery.ts";

/** The statuses of deliveries to subscriptions. */
export const DELIVERY_STATUSES = deliveries.STATUSES;

type Search = {
  subscriptionId?: number | undefined;
  status?: (typeof DELIVERY_STATUSES)[number] | undefined;
  page: PageRequest;
};

/** Deliveries to the caller's subscriptions, newest first, each with its notification and subscription. */
export async function searchDeliveries({ db, caller }: Context, { subscriptionId, status, page }: Search) {
  const conditions = status ? [{ column: "status" as const, values: [status] }] : [];
  const filter = { scope: ownScope(caller), subscriptionId, conditions };
  return mapPage(await deliveries.list(db.prisma, filter, page), (one) => ({
    ...presentDelivery(one, { hydrate: true }),
    id: Number(one.id),
    eventId: one.notification.eventId,
  }));
}
