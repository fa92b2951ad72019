import type { PreparedElement, PreparedExtension } from "#server/element/definition/prepared.ts";
import type { Condition } from "#server/element/query/column-conditions.ts";
import type { ElementExtension as ExtensionRow, Prisma, Element as Row } from "#server/generated/prisma/client.ts";
import { mapPage, type Page, type PageRequest, pageOf } from "#server/page.ts";
import type { Vault } from "#server/ports.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import { filtersOf } from "../database/searched-columns.ts";
import { openedDefinition, sealedDefinition } from "./secret-defaults.ts";
import { columnsFor, extensionOf, precedence, seenBy, type Viewer } from "./visible-elements.ts";

/**
 * The notification channel for element changes, with the id of the element. Compiled versions of it must be discarded.
 */
export const ELEMENT_CHANGED = "element_changed";

/** An element with its shared secrets in the clear. */
export type ElementRecord = Omit<Row, "definition" | "secretDefaults"> & {
  definition: PreparedElement;
  /** The additions of the requesting account. */
  extension: ExtensionRecord | null;
};
export type ExtensionRecord = Omit<ExtensionRow, "definition"> & { definition: PreparedExtension };

/**
 * Finds an element; null if the viewer sees none with this id or key. Digits are an id. A key resolves to the account's
 * own element first, then to a shared element, then to the catalog.
 */
export async function find(
  db: Db,
  vault: Vault,
  viewer: Viewer,
  keyOrId: string | number,
): Promise<ElementRecord | null> {
  const text = String(keyOrId);
  const id = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  if (id !== undefined && id > 2 ** 31 - 1) return null;
  const rows = await db.element.findMany({
    where: { AND: [seenBy(viewer), id === undefined ? { key: text } : { id }] },
    include: extensionOf(viewer),
  });
  const [row] = rows.sort((a, b) => precedence(viewer, a) - precedence(viewer, b));
  return row ? fromRow(vault, row) : null;
}

type OfAccount = { organizationId: number; accountId: number };

/** Finds the account's own element with this key. */
export async function findOwn(
  db: Db,
  vault: Vault,
  { organizationId, accountId }: OfAccount,
  key: string,
): Promise<ElementRecord | null> {
  const row = await db.element.findFirst({
    where: { organizationId, accountId, key },
    include: extensionOf({ accountId }),
  });
  return row && fromRow(vault, row);
}

/** Returns an account's own elements by their keys, oldest first; all of them without keys. */
export const listOwn = (db: Db, vault: Vault, { organizationId, accountId }: OfAccount, keys?: readonly string[]) =>
  listWhere(db, vault, { accountId, where: { organizationId, accountId, isCatalog: false }, keys });

/** Lists the elements of the catalog that an account has extended, with its extensions. */
export async function listExtended(
  db: Db,
  vault: Vault,
  account: OfAccount,
  keys?: readonly string[],
): Promise<ElementRecord[]> {
  const { organizationId, accountId } = account;
  const where = { isCatalog: true, extensions: { some: { organizationId, accountId } } };
  const found = await listWhere(db, vault, { accountId, where, keys });
  return found.filter(({ extension }) => extension !== null && hasParts(extension.definition));
}

type Listed = { accountId: number; where: Prisma.ElementWhereInput; keys: readonly string[] | undefined };

async function listWhere(db: Db, vault: Vault, { accountId, where, keys }: Listed): Promise<ElementRecord[]> {
  const rows = await db.element.findMany({
    where: { ...where, ...(keys && { key: { in: [...keys] } }) },
    include: extensionOf({ accountId }),
    orderBy: { id: "asc" },
  });
  return rows.map((row) => fromRow(vault, row));
}

const hasParts = ({ resources, objects, fields }: PreparedExtension): boolean =>
  resources.length + objects.length + fields.length > 0;

/** Lists elements whose name or key contains `search`, newest first, without their secret defaults. */
export async function list(
  db: Db,
  { viewer, where, search }: { viewer: Viewer; where: Condition[]; search?: string | undefined },
  page: PageRequest,
): Promise<Page<ElementRecord>> {
  const conditions: Prisma.ElementWhereInput = {
    AND: [seenBy(viewer), ...filtersOf(columnsFor(viewer), where), search === undefined ? {} : matching(search)],
  };
  const [rows, total] = await Promise.all([
    db.element.findMany({
      where: { AND: [conditions, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
      include: extensionOf(viewer),
    }),
    countByPrisma(() => db.element.count({ where: conditions })),
  ]);
  return mapPage(
    pageOf(rows, total, page, ({ id }) => id),
    asStored,
  );
}

const matching = (search: string): Prisma.ElementWhereInput =>
  containing(search, (text) => [{ name: text }, { key: text }]);

/**
 * Reads the definitions that requests to an instance are compiled from: the element, and the extension of the
 * instance's account. `version` changes with either. Whether the account may see the element was checked when the
 * instance was read.
 */
export async function readDefinition(
  db: Db,
  vault: Vault,
  { elementId, accountId }: { elementId: number; accountId: number },
): Promise<{ element: PreparedElement; extension: PreparedExtension | null; version: string } | null> {
  const row = await db.element.findFirst({ where: { id: elementId }, include: extensionOf({ accountId }) });
  if (!row) return null;
  const { definition, extension, version } = fromRow(vault, row);
  return {
    element: definition,
    extension: extension?.definition ?? null,
    version: `${version}.${extension?.version ?? 0}`,
  };
}

/** Reserves an id before the element is written, because the ids of its parts start with it. */
export async function nextId(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<
    { id: number }[]
  >`select nextval(pg_get_serial_sequence('element', 'id'))::int as id`;
  if (!row) throw new Error("The sequence of elements gave nothing.");
  return row.id;
}

type New = {
  id: number;
  organizationId: number;
  accountId: number;
  userId?: number;
  isCatalog?: boolean;
  definition: PreparedElement;
  createdAt: Date;
};

/** Inserts an element; fails if the account already has an element with this key. */
export async function insert(db: Db, vault: Vault, { definition, ...row }: New): Promise<ElementRecord> {
  const data = { ...row, updatedAt: row.createdAt, ...columns(vault, row, definition) };
  return fromRow(vault, { ...(await db.element.create({ data })), extensions: [], accesses: [] });
}

/**
 * Locks an element with its extensions for this transaction. An organization that extends an element of the catalog may
 * not lock its row, so that what waits for each other is the number.
 */
export async function lock(db: Db, id: number): Promise<void> {
  await db.$executeRaw`select pg_advisory_xact_lock(7303, ${id})`;
}

/** Writes the next version of an element and notifies other processes to discard the previous one. */
export async function update(
  db: Db,
  vault: Vault,
  { id, organizationId, isCatalog }: Pick<ElementRecord, "id" | "organizationId" | "isCatalog">,
  { definition, updatedAt }: { definition: PreparedElement; updatedAt: Date },
): Promise<ElementRecord> {
  const row = await db.element.update({
    where: { id, organizationId },
    data: { ...columns(vault, { id, organizationId, isCatalog }, definition), version: { increment: 1 }, updatedAt },
  });
  await announce(db, id);
  return fromRow(vault, { ...row, extensions: [], accesses: [] });
}

/** Writes the next version of an account's extension. */
export async function saveExtension(
  db: Db,
  key: { elementId: number; accountId: number },
  { organizationId, definition, updatedAt }: { organizationId: number; definition: PreparedExtension; updatedAt: Date },
): Promise<ExtensionRecord> {
  const value = definition as unknown as Prisma.InputJsonValue;
  const row = await db.elementExtension.upsert({
    where: { elementId_accountId: key },
    create: { ...key, organizationId, definition: value, updatedAt },
    update: { definition: value, updatedAt, version: { increment: 1 } },
  });
  await announce(db, key.elementId);
  return { ...row, definition };
}

/** Deletes an element with its extensions and access grants. It must not have instances. */
export async function remove(
  db: Db,
  { id, organizationId }: Pick<ElementRecord, "id" | "organizationId">,
): Promise<void> {
  await db.element.delete({ where: { id, organizationId } });
  await announce(db, id);
}

/**
 * Notifies other processes. The notification is part of the transaction, so no process reads the old version after it.
 */
async function announce(db: Db, id: number): Promise<void> {
  await db.$executeRaw`select pg_notify(${ELEMENT_CHANGED}, ${String(id)})`;
}

type RowWith = Row & { extensions: ExtensionRow[]; accesses: unknown[] };

/** The columns are validated whenever they are written, so the types hold. */
const fromRow = (vault: Vault, row: RowWith): ElementRecord => ({
  ...asStored(row),
  definition: openedDefinition<PreparedElement>(vault, placeOf(row), row),
});

/** Without secret defaults, which have a column of their own. */
const asStored = ({ extensions: [extension], accesses: _, secretDefaults: __, ...row }: RowWith): ElementRecord => ({
  ...row,
  definition: row.definition as unknown as PreparedElement,
  extension: extension ? { ...extension, definition: extension.definition as unknown as PreparedExtension } : null,
});

type Named = Pick<ElementRecord, "id" | "organizationId">;

const placeOf = ({ id, organizationId }: Named) => ({ table: "element", organizationId, key: [id] }) as const;

/** The catalog has no secrets, and its definitions are compared as they are. */
const columns = (vault: Vault, row: Named & { isCatalog?: boolean }, definition: PreparedElement) => ({
  key: definition.key,
  hub: definition.hub,
  name: definition.name,
  active: definition.active,
  ...(row.isCatalog
    ? { definition: definition as unknown as Prisma.InputJsonValue, secretDefaults: "" }
    : sealedDefinition(vault, placeOf(row), definition)),
});
