import type { Prisma, Subscription } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

export type SubscriptionRecord = Subscription;

/** Reserves an id before the row is written, because the credentials are encrypted for it. */
export async function nextId(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('subscription', 'id'))::int as id`;
  if (!row) throw new Error("The sequence of subscriptions gave nothing.");
  return row.id;
}

/** Lists subscriptions, newest first; with `topics`, only those of at least one of the topics. */
export async function list(
  db: Db,
  { scope, topics }: { scope: Scope; topics?: string[] | undefined },
  page: PageRequest,
): Promise<Page<Subscription>> {
  const where: Prisma.SubscriptionWhereInput = { ...scope, ...(topics && { topics: { hasSome: topics } }) };
  const [rows, total] = await Promise.all([
    db.subscription.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.subscription.count({ where })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

/**
 * Lists the newest subscriptions that were deactivated after failures, except those whose events are turned off, and
 * deactivations that were dismissed.
 */
export async function listGivenUp(db: Db, { organizationId, accountId }: Scope, limit: number) {
  const accountIds = accountId?.in ?? null;
  const found = await db.$queryRaw<{ id: number; total: number }[]>`
    select id, (count(*) over ())::int as total from subscription
    where organization_id = ${organizationId} and (${accountIds}::int[] is null or account_id = any(${accountIds}))
      and given_up_at is not null and topics <> '{}'
      and (dismissed_given_up_at is null or dismissed_given_up_at < given_up_at)
    order by id desc limit ${limit}`;
  if (found.length === 0) return { items: [], total: 0 };
  const items = await db.subscription.findMany({
    where: { organizationId, id: { in: found.map(({ id }) => id) } },
    orderBy: { id: "desc" },
  });
  return { items, total: found[0]?.total ?? 0 };
}

export const find = (db: Db, scope: Scope, id: number): Promise<Subscription | null> =>
  db.subscription.findFirst({ where: { ...scope, id } });

/** Finds the subscription that an element instance owns. */
export const ofInstance = (
  db: Db,
  { id: elementInstanceId, organizationId }: { id: number; organizationId: number },
): Promise<Subscription | null> => db.subscription.findFirst({ where: { elementInstanceId, organizationId } });

export type NewSubscription = Pick<
  Subscription,
  "id" | "organizationId" | "accountId" | "userId" | "channel" | "topics" | "address" | "addressSealed" | "credentials"
> & { elementInstanceId?: number };

export const insert = (db: Db, row: NewSubscription): Promise<Subscription> => db.subscription.create({ data: row });

export type SubscriptionChanges = Partial<
  Pick<Subscription, "topics" | "address" | "addressSealed" | "credentials" | "active" | "givenUpAt">
>;

export async function change(
  db: Db,
  { id, organizationId }: Pick<Subscription, "id" | "organizationId">,
  changes: SubscriptionChanges,
): Promise<void> {
  await db.subscription.updateMany({ where: { id, organizationId }, data: changes });
}

/** Deletes a subscription and its deliveries; false if it is not in this scope. */
export async function remove(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { count } = await db.subscription.deleteMany({ where: { ...scope, id } });
  return count > 0;
}
