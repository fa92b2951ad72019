import type { Element as Row } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import { seenBy, type Viewer } from "./visible-elements.ts";

/** The name of an element with connections, and the transformations of common resources in its definition. */
export type ConnectedElement = Pick<Row, "id" | "key" | "name" | "hub"> & { transformations: unknown };

/** Lists the elements that have element instances in a scope, by name. Definitions are large, so they are not read. */
export async function list(db: Db, viewer: Viewer, scope: Scope, limit: number): Promise<ConnectedElement[]> {
  const found = await db.element.findMany({
    where: { AND: [seenBy(viewer), { instances: { some: scope } }] },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: limit,
    select: { id: true, key: true, name: true, hub: true },
  });
  const ids = found.map(({ id }) => id);
  const rows = await db.$queryRaw<{ id: number; transformations: unknown }[]>`
    select id, definition -> 'defaultTransformations' as transformations from element where id = any(${ids})`;
  const brought = new Map(rows.map(({ id, transformations }) => [id, transformations]));
  return found.map((element) => ({ ...element, transformations: brought.get(element.id) }));
}

/** Counts the instances of an element, of all owners. */
export const countInstances = (db: Db, elementId: number): Promise<number> =>
  db.elementInstance.count({ where: { elementId } });

/** Lists the names of the newest instances of an element in a scope. */
export async function namesOfInstances(db: Db, scope: Scope, elementId: number, limit: number): Promise<string[]> {
  const rows = await db.elementInstance.findMany({
    where: { ...scope, elementId },
    select: { name: true },
    orderBy: { id: "desc" },
    take: limit,
  });
  return rows.map(({ name }) => name);
}

/** Counts the instances in a scope, by the id of their element. */
export async function countInstancesIn(db: Db, scope: Scope, elementIds: number[]): Promise<Map<number, number>> {
  const rows = await db.elementInstance.groupBy({
    by: ["elementId"],
    where: { ...scope, elementId: { in: elementIds } },
    _count: { _all: true },
  });
  return new Map(rows.map(({ elementId, _count }) => [elementId, _count._all]));
}
