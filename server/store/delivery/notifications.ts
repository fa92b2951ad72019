import type { Notification, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";

/** A notification without the payload for subscriptions, which may be large. */
export type NotificationRecord = Omit<Notification, "payload">;

const BRIEF = { payload: true } as const;

/** Notifications without an account are for the whole organization. */
const seenBy = ({ organizationId, accountId }: Scope): Prisma.NotificationWhereInput => ({
  organizationId,
  ...(accountId && { OR: [{ accountId: null }, { accountId }] }),
});

/** The delivery state of a notification; `inbox` means that it is only displayed. */
export type Delivery = "inbox" | "pending" | "sent" | "failed";

type NotificationFilter = {
  scope: Scope;
  topics?: string[] | undefined;
  delivery?: Delivery | undefined;
  isAcknowledged?: boolean;
};

/** Lists notifications, newest first. */
export async function list(
  db: Db,
  { scope, topics, delivery, isAcknowledged }: NotificationFilter,
  page: PageRequest,
): Promise<Page<NotificationRecord>> {
  const where: Prisma.NotificationWhereInput = {
    ...seenBy(scope),
    ...(topics && { topic: { in: topics } }),
    ...(delivery && { delivery }),
    ...(isAcknowledged !== undefined && { acknowledgedAt: isAcknowledged ? { not: null } : null }),
  };
  const [rows, total] = await Promise.all([
    db.notification.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      omit: BRIEF,
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.notification.count({ where })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

export const find = (db: Db, scope: Scope, id: number): Promise<Notification | null> =>
  db.notification.findFirst({ where: { ...seenBy(scope), id } });

/** Deletes a notification and its deliveries; false if it is not in this scope. */
export async function remove(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { count } = await db.notification.deleteMany({ where: { ...seenBy(scope), id } });
  return count > 0;
}

/** Acknowledges a notification. Only the first acknowledgment is recorded. */
export async function acknowledge(db: Db, scope: Scope, id: number, now: Date): Promise<void> {
  await db.notification.updateMany({
    where: { ...seenBy(scope), id, acknowledgedAt: null },
    data: { acknowledgedAt: now },
  });
}
