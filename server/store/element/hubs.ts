import type { Hub } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";
import { seenBy, type Viewer } from "./visible-elements.ts";

/** Lists the hubs with a description: the shared ones and the organization's own, which take precedence. */
export async function list(db: Db, organizationId: number | undefined): Promise<Hub[]> {
  const rows = await db.hub.findMany({
    where: { OR: [{ organizationId: null }, ...(organizationId === undefined ? [] : [{ organizationId }])] },
    orderBy: { organizationId: { sort: "asc", nulls: "first" } },
  });
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

/** Inserts a hub; fails if the organization already has one with this key. */
export const insert = (
  db: Db,
  hub: { organizationId: number; key: string; name: string; description: string; videoLink?: string; active: boolean },
): Promise<Hub> => db.hub.create({ data: hub });

/** Deletes the organization's own hub with this key and returns it; null if there was none. */
export async function remove(db: Db, key: { organizationId: number; key: string }): Promise<Hub | null> {
  const hub = await db.hub.findFirst({ where: key });
  if (hub) await db.hub.delete({ where: { id: hub.id } });
  return hub;
}

/** Lists the hubs of the elements that the viewer sees; without `all`, of active elements only. */
export async function keysOfElements(db: Db, viewer: Viewer, { all = false } = {}): Promise<string[]> {
  const rows = await db.element.findMany({
    where: { ...seenBy(viewer), ...(!all && { active: true }) },
    select: { hub: true },
    distinct: ["hub"],
    orderBy: { hub: "asc" },
  });
  return rows.map(({ hub }) => hub);
}
