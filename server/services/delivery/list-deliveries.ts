import type { Context } from "#server/context.ts";
import { parseColumnConditions } from "#server/element/query/column-conditions.ts";
import { Failure } from "#server/errors.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as deliveries from "#server/store/delivery/deliveries.ts";
import { findNotification } from "../notification/find-notification.ts";
import { presentDelivery } from "./present-delivery.ts";

type Hydrate = { hydrate?: boolean | undefined };

/** Deliveries to the caller's subscriptions, newest first, filtered by `where`. */
export async function listDeliveries(
  { db, caller }: Context,
  { where, hydrate, page }: { where?: string | undefined; page: PageRequest } & Hydrate,
) {
  const filter = { scope: ownScope(caller), conditions: conditionsOf(where) };
  return mapPage(await deliveries.list(db.prisma, filter, page), (one) => presentDelivery(one, { hydrate }));
}

/** The deliveries of one notification: one per subscription. */
export async function listDeliveriesOf(
  ctx: Context,
  { notificationId, hydrate }: { notificationId: number; hydrate: Hydrate },
) {
  await findNotification(ctx, notificationId);
  const found = await deliveries.ofNotification(ctx.db.prisma, ownScope(ctx.caller), notificationId);
  return found.map((one) => presentDelivery(one, hydrate));
}

export type DeliveryKey = { notificationId: number; subscriptionId: number };

/** One delivery; refuses notFound. */
export async function readDelivery(ctx: Context, { key, hydrate }: { key: DeliveryKey; hydrate: Hydrate }) {
  return presentDelivery(await findDelivery(ctx, key), hydrate);
}

export async function findDelivery(
  { db, caller }: Context,
  { notificationId, subscriptionId }: DeliveryKey,
): Promise<deliveries.DeliveryRecord> {
  const key = { notificationId, subscriptionId };
  const found = await deliveries.find(db.prisma, ownScope(caller), key);
  if (!found) throw noSuchDelivery(key);
  return found;
}

/** Parses a `where`; refuses (badRequest) fields that cannot be filtered by. */
export const conditionsOf = (where: string | undefined) => parseColumnConditions(where, deliveries.SEARCHED);

const noSuchDelivery = ({ notificationId, subscriptionId }: DeliveryKey) =>
  new Failure("notFound", `There is no delivery of notification ${notificationId} to subscription ${subscriptionId}.`);
