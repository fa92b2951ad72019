import type { Notification, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import type { Db } from "./database.ts";
import type { Scope } from "./scope.ts";

/** Newest first. Those without an account are for the whole organisation. */
export async function list(
  db: Db,
  { scope, topics }: { scope: Scope; topics: string[] },
  page: PageRequest,
): Promise<Page<Notification>> {
  const where: Prisma.NotificationWhereInput = {
    organizationId: scope.organizationId,
    topic: { in: topics },
    ...(scope.accountId && { OR: [{ accountId: null }, { accountId: scope.accountId }] }),
  };
  const [rows, total] = await Promise.all([
    db.notification.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    db.notification.count({ where }),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}
