import type { Definition } from "#server/common-resource/shape.ts";
import type { Prisma } from "#server/generated/prisma/client.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import { type Owner, ownedBy, ownedByAny } from "./owner.ts";
import { type Saved, savedAs } from "./saved.ts";

type Named = { owner: Owner; name: string };

/** Lists the definitions of these owners by name; with `name`, those of one common resource. */
export async function list(db: Db, owners: readonly Owner[], name?: string): Promise<Saved<Definition>[]> {
  const where = { ...ownedByAny(owners), ...(name !== undefined && { name }) };
  const rows = await db.objectDefinition.findMany({ where, orderBy: { name: "asc" } });
  return rows.map((row) => savedAs<Definition>(row, row.definition));
}

/** Counts the definitions of an owner. */
export const count = (db: Db, owner: Owner): Promise<number> => db.objectDefinition.count({ where: ownedBy(owner) });

/** Inserts definitions by their names; fails if the owner already has one of them. */
export async function insert(
  db: Db,
  owner: Owner,
  values: readonly { name: string; value: Definition }[],
): Promise<void> {
  await db.objectDefinition.createMany({
    data: values.map(({ name, value }) => ({ ...owner, name, definition: asJson(value) })),
  });
}

/** Replaces a definition; false if there is none. */
export async function update(db: Db, { owner, name }: Named, definition: Definition): Promise<boolean> {
  const where = { ...ownedBy(owner), name };
  return (await db.objectDefinition.updateMany({ where, data: { definition: asJson(definition) } })).count > 0;
}

/** Deletes the definitions of an owner with these names. */
export async function remove(db: Db, owner: Owner, names: readonly string[]): Promise<void> {
  await db.objectDefinition.deleteMany({ where: { ...ownedBy(owner), name: { in: [...names] } } });
}

const named = (scope: Scope, name: string): Prisma.ObjectDefinitionWhereInput => ({
  name,
  OR: [scope, { organizationId: scope.organizationId, level: "organization" }],
});

/** Returns the levels at which a common resource is defined in a scope, or for the whole organization. */
export async function levelsOf(db: Db, scope: Scope, name: string): Promise<string[]> {
  const rows = await db.objectDefinition.findMany({ where: named(scope, name), select: { level: true } });
  return rows.map(({ level }) => level);
}

/** Deletes the definitions of a common resource in a scope, and that of the whole organization. */
export async function removeNamed(db: Db, scope: Scope, name: string): Promise<void> {
  await db.objectDefinition.deleteMany({ where: named(scope, name) });
}

/** The value was parsed from a request, so it is plain JSON. */
const asJson = (definition: Definition) => definition as unknown as Prisma.InputJsonValue;
