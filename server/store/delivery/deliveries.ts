import type pg from "pg";
import { shownAddress } from "#server/account/callback-address.ts";
import type { Condition } from "#server/element/query/column-conditions.ts";
import type { Delivery, DeliveryAttempt, Prisma, Subscription } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db, DbClient } from "../database/prisma.ts";
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

/** A subscription that was disabled after failures. */
const GIVEN_UP: Prisma.SubscriptionWhereInput = { givenUpAt: { not: null }, topics: { isEmpty: false } };

/** Deliveries without a running attempt. */
const atRest = (now: Date): Prisma.DeliveryWhereInput => ({
  OR: [{ leaseUntil: null }, { leaseUntil: { lte: now } }],
});

/** Nothing is sent to the subscription of an element instance whose events are turned off. */
const TAKES_EVENTS: Prisma.DeliveryWhereInput = { subscription: { topics: { isEmpty: false } } };
const RESTARTED = { status: "created", ready: true, wakeAt: null, attempts: 0, error: null };

/** The number of restarted deliveries, and the subscriptions that had any. */
export type Restarted = { count: number; subscriptionIds: number[] };

/**
 * Restarts these deliveries as if they had not been attempted, keeping the ids that receivers deduplicate by; only
 * deliveries with the given statuses are restarted, and none while events are turned off. If their subscription was
 * disabled after failures, it is enabled again and all that is queued for it is sent, so that no later event overtakes
 * it for long. Deliveries with a running attempt are left out, so that none is sent twice at once; those that were
 * queued during it wait for its outcome.
 *
 * Part of a transaction. Restarts of an organization wait for each other, and leave out what changed while they waited:
 * people who choose the same at the same moment start each delivery once.
 */
export async function begin(tx: Db, filter: DeliveryFilter, statuses: readonly string[]): Promise<Restarted> {
  const { organizationId } = filter.scope;
  const since = await takeTurn(tx, organizationId);
  const where = { AND: [restartable(filter, statuses, since), { updatedAt: { lte: since } }] };
  const receivers = await tx.delivery.groupBy({ by: ["subscriptionId"], where, orderBy: { subscriptionId: "asc" } });
  const subscriptionIds = receivers.flatMap(({ subscriptionId }) => subscriptionId ?? []);
  // Comes first: what a worker claims for a disabled subscription is queued again.
  const enabled =
    subscriptionIds.length === 0
      ? []
      : await tx.subscription.updateManyAndReturn({
          where: { organizationId, id: { in: subscriptionIds }, ...GIVEN_UP },
          data: { active: true, givenUpAt: null },
          select: { id: true },
        });
  const count = await restart(tx, where, since);
  const subscriptionId = { in: enabled.map(({ id }) => id) };
  if (enabled.length > 0) await restart(tx, { organizationId, subscriptionId, status: "queued" }, since);
  await tx.$executeRaw`select pg_notify(${DELIVERY_READY}, '')`;
  return { count, subscriptionIds };
}

async function restart(tx: Db, where: Prisma.DeliveryWhereInput, since: Date): Promise<number> {
  const running = await tx.delivery.findMany({
    where: { AND: [where, { status: "queued", leaseUntil: { gt: since } }] },
    select: { id: true, organizationId: true },
  });
  const ids = running.map(({ id }) => id);
  const organizationId = running[0]?.organizationId ?? 0;
  const resumed =
    ids.length === 0
      ? 0
      : await tx.$executeRaw`
          update delivery set status = 'created', wake_at = lease_until, updated_at = ${since}
          where id = any(${ids}) and organization_id = ${organizationId} and status = 'queued' and lease_until > ${since}`;
  const { count } = await tx.delivery.updateMany({
    where: { AND: [where, atRest(since)] },
    data: { ...RESTARTED, updatedAt: since },
  });
  return resumed + count;
}

const LONGEST_MS = 60_000;

/** Restarts deliveries as `begin` does, in a transaction of its own with what is done `also`. */
export const beginAlone = (
  db: DbClient,
  {
    filter,
    statuses,
    also,
  }: {
    filter: DeliveryFilter;
    statuses: readonly string[];
    also: (tx: Db, restarted: Restarted) => PromiseLike<unknown>;
  },
): Promise<number> =>
  db.$transaction(
    async (tx) => {
      const restarted = await begin(tx, filter, statuses);
      await also(tx, restarted);
      return restarted.count;
    },
    { timeout: LONGEST_MS },
  );

/**
 * Waits for other restarts of the organization; returns the time before, rounded up as the database rounds. A
 * transaction that changes a subscription and then restarts its deliveries does it before, to avoid deadlocks.
 */
export async function takeTurn(tx: Db, organizationId: number): Promise<Date> {
  const [row] = await tx.$queryRaw<{ since: Date }[]>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as since`;
  if (!row) throw new Error("The database gave no time.");
  await tx.$executeRaw`select pg_advisory_xact_lock(7305, ${organizationId}::int)`;
  return row.since;
}

/** Counts the deliveries that `begin` would restart. */
export const count = (
  db: Db,
  { filter, statuses, now }: { filter: DeliveryFilter; statuses: readonly string[]; now: Date },
): Promise<number> => db.delivery.count({ where: restartable(filter, statuses, now) });

const restartable = (filter: DeliveryFilter, statuses: readonly string[], now: Date): Prisma.DeliveryWhereInput => ({
  AND: [
    whereOf(filter),
    TAKES_EVENTS,
    { status: { in: [...statuses] } },
    { OR: [{ status: "queued" }, ...(atRest(now).OR ?? [])] },
  ],
});

type Owners = { id: number; organizationId: number; userId?: number };

/**
 * Sends what is queued for subscriptions of an account's users, or of one of them, since they had no access until now.
 * Returns the subscriptions that had any.
 */
export async function beginOwned(db: Db, { id: accountId, organizationId, userId }: Owners): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    with released as (
      update delivery d set status = 'created', error = null, updated_at = now(),
        ready = (d.lease_until > now()) is not true,
        wake_at = case when d.lease_until > now() then d.lease_until end,
        attempts = case when d.lease_until > now() then d.attempts else 0 end
      from subscription s join "user" u on u.id = s.user_id join account a on a.id = u.account_id
      where d.organization_id = ${organizationId} and d.subscription_id = s.id and d.status = 'queued' and s.active
        and a.id = ${accountId} and a.active and u.active and (${userId ?? null}::int is null or u.id = ${userId ?? null})
      returning d.subscription_id as id)
    select id, pg_notify(${DELIVERY_READY}, '')::text from released group by id order by id`;
  return rows.map(({ id }) => id);
}

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
    ...valuesOf(filter, "config.url").map((urls) => ({ address: { in: urls.map(shownAddress) } })),
  ],
});
