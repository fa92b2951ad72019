import type { Transformation } from "#server/common-resource/shape.ts";
import type { Prisma } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import { coveredBy, type Owner, ownedBy, ownedByAny } from "./owner.ts";
import { type Saved, savedAs } from "./saved.ts";

type OfElement = { owner: Owner; elementId: number };
type Named = OfElement & { name: string };

/** Lists the transformations of these owners for an element, by name; with `name`, those of one common resource. */
export async function list(
  db: Db,
  { owners, elementId }: { owners: readonly Owner[]; elementId: number },
  name?: string,
): Promise<Saved<Transformation>[]> {
  const where = { ...ownedByAny(owners), elementId, ...(name !== undefined && { name }) };
  const rows = await db.transformation.findMany({ where, orderBy: { name: "asc" } });
  return rows.map((row) => savedAs<Transformation>(row, row.transformation));
}

/** Counts the transformations of an owner for an element. */
export const count = (db: Db, { owner, elementId }: OfElement): Promise<number> =>
  db.transformation.count({ where: { ...ownedBy(owner), elementId } });

/** Inserts transformations by the names of their common resources; fails if the owner already has one of them. */
export async function insert(
  db: Db,
  { owner, ...key }: Omit<Named, "name">,
  values: readonly { name: string; value: Transformation }[],
): Promise<void> {
  await db.transformation.createMany({
    data: values.map(({ name, value }) => ({ ...owner, ...key, name, transformation: asJson(value) })),
  });
}

/** Replaces a transformation; false if there is none. */
export async function update(db: Db, { owner, ...key }: Named, transformation: Transformation): Promise<boolean> {
  const where = { ...ownedBy(owner), ...key };
  return (await db.transformation.updateMany({ where, data: { transformation: asJson(transformation) } })).count > 0;
}

/** Deletes the transformations of an owner for an element with these names. */
export async function remove(db: Db, { owner, elementId }: OfElement, names: readonly string[]): Promise<void> {
  await db.transformation.deleteMany({ where: { ...ownedBy(owner), elementId, name: { in: [...names] } } });
}

/** Returns which of these common resources a transformation of the owner, or below it, converts. */
export async function usedNames(db: Db, owner: Owner, names: readonly string[]): Promise<string[]> {
  const rows = await db.transformation.findMany({
    where: { ...coveredBy(owner), name: { in: [...names] } },
    select: { name: true },
    distinct: ["name"],
    orderBy: { name: "asc" },
  });
  return rows.map(({ name }) => name);
}

/** Lists the transformations of a common resource of the owner and below it, each with its element. */
export async function listCovered(
  db: Db,
  owner: Owner,
  name: string,
): Promise<{ element: { name: string }; value: Transformation }[]> {
  const rows = await db.transformation.findMany({
    where: { ...coveredBy(owner), name },
    select: { transformation: true, element: { select: { name: true } } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ element, transformation }) => ({ element, value: transformation as unknown as Transformation }));
}

const named = (scope: Scope, name?: string): Prisma.TransformationWhereInput => ({
  ...(name !== undefined && { name }),
  OR: [scope, { organizationId: scope.organizationId, level: "organization" }],
});

/** A transformation of a common resource, with its element and owner. */
export type Use = Saved<Transformation> & {
  element: { id: number; key: string; name: string };
  account: { id: number; name: string } | null;
  elementInstance: { id: number; name: string } | null;
};

const DESCRIBED = { select: { id: true, name: true } } as const;

/**
 * Lists the transformations in a scope and those of the whole organization, the most general first; with `name`, those
 * of one common resource.
 */
export async function listUses(db: Db, scope: Scope, name?: string): Promise<Use[]> {
  const rows = await db.transformation.findMany({
    where: named(scope, name),
    include: {
      element: { select: { id: true, key: true, name: true } },
      account: DESCRIBED,
      elementInstance: DESCRIBED,
    },
    orderBy: [{ accountId: { sort: "asc", nulls: "first" } }, { id: "asc" }],
  });
  return rows.map(({ element, account, elementInstance, ...row }) => ({
    ...savedAs<Transformation>(row, row.transformation),
    element,
    account,
    elementInstance,
  }));
}

/** Returns the levels at which a common resource is mapped in a scope, or for the whole organization. */
export async function levelsOf(db: Db, scope: Scope, name: string): Promise<string[]> {
  const rows = await db.transformation.findMany({ where: named(scope, name), select: { level: true } });
  return rows.map(({ level }) => level);
}

/** Deletes the transformations of a common resource in a scope, and those of the whole organization. */
export async function removeNamed(db: Db, scope: Scope, name: string): Promise<void> {
  await db.transformation.deleteMany({ where: named(scope, name) });
}

/** The value was parsed from a request, so it is plain JSON. */
const asJson = (transformation: Transformation) => transformation as unknown as Prisma.InputJsonValue;
