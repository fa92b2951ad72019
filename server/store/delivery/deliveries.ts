import type pg from "pg";
import type { Condition } from "#server/element/query/column-conditions.ts";
import type { Delivery, DeliveryAttempt, Prisma, Subscription } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import type { NotificationRecord } from "./notifications.ts";
import { DELIVERY_READY } from "./outbox.ts";

/** A delivery to a subscription. */
export type DeliveryRecord = Delivery & {
  subscriptionId: number;
  subscription: Subscription;
  notification: NotificationRecord;
};

/** The filters for deliveries. */
export type DeliveryFilter = {
  scope: Scope;
  notificationId?: number | undefined;
  subscriptionId?: number | undefined;
  /** Each condition matches one of several values of a column. */
  conditions?: readonly Condition[];
  /** The creation time of the delivery. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** The statuses of deliveries to subscriptions. */
export const STATUSES = ["created", "delivered", "notified", "retry", "queued"] as const;

/** The columns that `where` accepts. */
export const SEARCHED = ["status", "channel", "config.url", "topic"] as const;

const WITH = { subscription: true, notification: { omit: { payload: true } } } as const;

/** Lists deliveries, newest first. */
export async function list(db: Db, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliveryRecord>> {
  const where = whereOf(filter);
  const [rows, total] = await Promise.all([
    db.delivery.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: BigInt(page.after) } }] },
      include: WITH,
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.delivery.count({ where })),
  ]);
  return pageOf(rows as DeliveryRecord[], total, page, ({ id }) => id);
}

/** Lists the deliveries of a notification, ordered by subscription. */
export const ofNotification = (db: Db, scope: Scope, notificationId: number) =>
  db.delivery.findMany({
    where: whereOf({ scope, notificationId }),
    include: WITH,
    orderBy: { subscriptionId: "asc" },
  }) as Promise<DeliveryRecord[]>;

export const find = (db: Db, scope: Scope, key: { notificationId: number; subscriptionId: number }) =>
  db.delivery.findFirst({ where: whereOf({ scope, ...key }), include: WITH }) as Promise<DeliveryRecord | null>;

/**
 * Restarts these deliveries as if they had not been attempted, keeping the ids that receivers deduplicate by; only
 * deliveries with the given statuses are restarted. Subscriptions that were disabled after failures are enabled again.
 * Returns the number of restarted deliveries.
 */
export async function begin(db: Db, filter: DeliveryFilter, statuses: readonly string[]): Promise<number> {
  await db.subscription.updateMany({
    where: { AND: [subscriptionsOf(filter), { givenUpAt: { not: null } }] },
    data: { active: true, givenUpAt: null },
  });
  const { count } = await db.delivery.updateMany({
    where: { AND: [whereOf(filter), { status: { in: [...statuses] } }] },
    data: { status: "created", ready: true, wakeAt: null, attempts: 0, error: null, updatedAt: new Date() },
  });
  await db.$executeRaw`select pg_notify(${DELIVERY_READY}, '')`;
  return count;
}

/** Counts the deliveries that `begin` would restart. */
export const count = (db: Db, filter: DeliveryFilter, statuses: readonly string[]): Promise<number> =>
  db.delivery.count({ where: { AND: [whereOf(filter), { status: { in: [...statuses] } }] } });

/** The attempts of a delivery that was found by the organization before, the last one first. */
export const attempts = (
  db: Db,
  { organizationId, deliveryId, limit }: { organizationId: number; deliveryId: bigint; limit: number },
): Promise<DeliveryAttempt[]> =>
  db.deliveryAttempt.findMany({ where: { organizationId, deliveryId }, orderBy: { id: "desc" }, take: limit });

/** Deliveries of a subscription that are counted by status: more are "more than 1,000". */
const MOST_BY_STATUS = 1001;

/**
 * The deliveries of subscriptions by status, each counted up to 1,001. Ranges in the order of an index keep
 * Postgres from walking all deliveries of the organization for each.
 */
export async function countByStatus(
  pool: pg.Pool,
  {
    organizationId,
    subscriptionIds,
    statuses,
  }: { organizationId: number; subscriptionIds: number[]; statuses: readonly string[] },
): Promise<{ subscriptionId: number; status: string; count: number }[]> {
  const { rows } = await pool.query<{ subscriptionId: number; status: string; count: number }>(
    `select s.id as "subscriptionId", status, (select count(*)::int from (select from delivery d
       where (d.subscription_id, d.status) >= (s.id, named.status) and (d.subscription_id, d.status) <= (s.id, named.status)
         and (d.organization_id = $1) is true
       order by d.subscription_id, d.status, d.id limit ${MOST_BY_STATUS}) counted) as count
     from unnest($2::int[]) as s (id) cross join unnest($3::text[]) as named (status)`,
    [organizationId, subscriptionIds, statuses],
  );
  return rows;
}

const valuesOf = ({ conditions = [] }: DeliveryFilter, column: (typeof SEARCHED)[number]): string[][] =>
  conditions.flatMap((condition) => (condition.column === column ? [condition.values] : []));

/** Matches deliveries to subscriptions, not to recipients. Several conditions on one column must all hold. */
const whereOf = (filter: DeliveryFilter): Prisma.DeliveryWhereInput => ({
  organizationId: filter.scope.organizationId,
  ...(filter.notificationId !== undefined && { notificationId: filter.notificationId }),
  subscription: subscriptionsOf(filter),
  createdAt: { gte: filter.from, lte: filter.to },
  AND: [
    ...valuesOf(filter, "status").map((status) => ({ status: { in: status } })),
    ...valuesOf(filter, "topic").map((topic) => ({ notification: { topic: { in: topic } } })),
  ],
});

const subscriptionsOf = (filter: DeliveryFilter): Prisma.SubscriptionWhereInput => ({
  ...filter.scope,
  ...(filter.subscriptionId !== undefined && { id: filter.subscriptionId }),
  AND: [
    ...valuesOf(filter, "channel").map((channel) => ({ channel: { in: channel } })),
    ...valuesOf(filter, "config.url").map((address) => ({ address: { in: address } })),
  ],
});
