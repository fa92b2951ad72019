import type { Db } from "../database/prisma.ts";
import { accessOf, precedence, seenBy, type Viewer } from "./visible-elements.ts";

/** Returns the key of an element that has instances, and therefore exists. */
export async function keyOf(db: Db, id: number): Promise<string> {
  const { key } = await db.element.findFirstOrThrow({ where: { id }, select: { key: true } });
  return key;
}

/** Returns the keys of these elements, without those that the viewer does not see. */
export async function keysById(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.element.findMany({
    where: { AND: [seenBy(viewer), { id: { in: [...ids] } }] },
    select: { id: true, key: true },
  });
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Returns the element that `find` returns for each of these keys. */
export async function idsByKey(db: Db, viewer: Viewer, keys: string[]): Promise<Map<string, number>> {
  const rows = await db.element.findMany({
    where: { AND: [seenBy(viewer), { key: { in: keys } }] },
    select: { id: true, key: true, accountId: true, isCatalog: true, ...accessOf(viewer) },
  });
  // If several have the same key, the last remains in the map.
  return new Map(rows.sort((a, b) => precedence(viewer, b) - precedence(viewer, a)).map(({ key, id }) => [key, id]));
}

/** Lists the keys of all active elements that the viewer sees, sorted. */
export async function list(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db.element.findMany({
    where: { ...seenBy(viewer), active: true },
    select: { key: true },
    distinct: ["key"],
    orderBy: { key: "asc" },
  });
  return rows.map(({ key }) => key);
}
