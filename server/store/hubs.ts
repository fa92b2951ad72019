import type { Hub } from "#server/generated/prisma/client.ts";
import type { Db } from "./database.ts";

/** Hubs that were written down: everybody's and the organization's own, whose words go before. */
export async function list(db: Db, organizationId: number | undefined): Promise<Hub[]> {
  const rows = await db.hub.findMany({
    where: { OR: [{ organizationId: null }, ...(organizationId === undefined ? [] : [{ organizationId }])] },
    orderBy: { organizationId: { sort: "asc", nulls: "first" } },
  });
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

/** Fails on a second one of the organization under one key. */
export const insert = (
  db: Db,
  hub: { organizationId: number; key: string; name: string; description: string; videoLink?: string; active: boolean },
): Promise<Hub> => db.hub.create({ data: hub });

/** The organization's own hub by that key; null when there was none. */
export async function remove(db: Db, key: { organizationId: number; key: string }): Promise<Hub | null> {
  const hub = await db.hub.findFirst({ where: key });
  if (hub) await db.hub.delete({ where: { id: hub.id } });
  return hub;
}
