import type pg from "pg";
import type { Caller } from "#server/account/caller.ts";
import { isOwnership, type Ownership } from "#server/element/definition/ownership.ts";
import type { PreparedElement, PreparedExtension } from "#server/element/definition/prepared.ts";
import type { Condition } from "#server/element/query/column-conditions.ts";
import type { ElementExtension as ExtensionRow, Prisma, Element as Row } from "#server/generated/prisma/client.ts";
import { mapPage, type Page, type PageRequest, pageOf } from "#server/page.ts";
import type { Vault } from "#server/ports.ts";
import { countByPrisma } from "../database/count-rows.ts";
import { escapeLike } from "../database/escape-like.ts";
import type { Db } from "../database/prisma.ts";
import { ownScope, type Scope } from "../database/scope.ts";
import { byFlag, byId, byText, filtersOf, namesOf, type SearchedColumns } from "../database/searched-columns.ts";
import { openedDefinition, sealedDefinition } from "./secret-defaults.ts";

/** The account that owns the catalog. Its organization has no users. */
export const SYSTEM_ACCOUNT = 1;

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

/** The viewer of elements; undefined sees only the catalog. */
export type Viewer = Pick<Caller, "organizationId" | "accountId" | "seesAllAccounts"> | undefined;

const NOTHING: Prisma.ElementWhereInput = { id: { in: [] } };

const ownedAs = (viewer: Viewer): Record<Ownership, Prisma.ElementWhereInput> => ({
  yours: viewer ? { isCatalog: false, ...ownScope(viewer) } : NOTHING,
  shared: viewer ? { isCatalog: false, NOT: ownScope(viewer) } : NOTHING,
  builtIn: { isCatalog: true },
});

/** The columns that lists can be filtered by. */
const columnsFor = (viewer: Viewer): SearchedColumns<Prisma.ElementWhereInput> => ({
  id: byId,
  key: byText("key"),
  name: byText("name"),
  hub: byText("hub"),
  private: (values) => ({ OR: values.map((value) => ({ isCatalog: value !== "true" })) }),
  extended(values) {
    const nothing = ["resources", "objects", "fields"].map((list) => ({ definition: { path: [list], equals: [] } }));
    const extended = { extensions: { some: { accountId: viewer?.accountId ?? 0, NOT: { AND: nothing } } } };
    return { OR: values.map((value) => (value === "true" ? extended : { NOT: extended })) };
  },
  ownership: (values) => ({ OR: values.filter(isOwnership).map((value) => ownedAs(viewer)[value]) }),
  // Selects the level of detail and does not filter rows.
  abridged: () => ({}),
  active: byFlag("active"),
});
export const SEARCHED = namesOf(columnsFor(undefined));

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
  const [row] = rows.sort((a, b) => rank(viewer, a) - rank(viewer, b));
  return row ? fromRow(vault, row) : null;
}

const rank = (
  viewer: Viewer,
  { accountId, isCatalog, accesses }: Pick<RowWith, "accountId" | "isCatalog" | "accesses">,
): number => {
  if (accountId === viewer?.accountId) return 0;
  if (isCatalog) return 2;
  return accesses.length > 0 ? 1 : 3;
};

/** The definitions of the catalog by their keys. */
export async function readCatalog(pool: pg.Pool): Promise<Map<string, { id: number; definition: PreparedElement }>> {
  const { rows } = await pool.query<{ id: number; key: string; definition: PreparedElement }>(
    "select id, key, definition from element where account_id = $1",
    [SYSTEM_ACCOUNT],
  );
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Finds the account's own element with this key. */
export async function findOwn(db: Db, vault: Vault, accountId: number, key: string): Promise<ElementRecord | null> {
  const row = await db.element.findFirst({
    where: { accountId, key },
    include: extensionOf({ accountId }),
  });
  return row && fromRow(vault, row);
}

type OfAccount = { organizationId: number; accountId: number };

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

/** The name of an element with connections, and the transformations of common resources in its definition. */
export type ConnectedElement = Pick<Row, "id" | "key" | "name" | "hub"> & { transformations: unknown };

/** Lists the elements that have element instances in a scope, by name. Definitions are large, so they are not read. */
export async function listConnected(db: Db, viewer: Viewer, scope: Scope, limit: number): Promise<ConnectedElement[]> {
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

function matching(search: string): Prisma.ElementWhereInput {
  const text = { contains: escapeLike(search), mode: "insensitive" } as const;
  return { OR: [{ name: text }, { key: text }] };
}

/** Returns the element that `find` returns for each of these keys. */
export async function idsByKey(db: Db, viewer: Viewer, keys: string[]): Promise<Map<string, number>> {
  const rows = await db.element.findMany({
    where: { AND: [seenBy(viewer), { key: { in: keys } }] },
    select: { id: true, key: true, accountId: true, isCatalog: true, ...accessOf(viewer) },
  });
  // If several have the same key, the last remains in the map.
  return new Map(rows.sort((a, b) => rank(viewer, b) - rank(viewer, a)).map(({ key, id }) => [key, id]));
}

/** Lists the keys of all active elements that the viewer sees, sorted. */
export async function keys(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db.element.findMany({
    where: { ...seenBy(viewer), active: true },
    select: { key: true },
    distinct: ["key"],
    orderBy: { key: "asc" },
  });
  return rows.map(({ key }) => key);
}

/** Lists the hubs of the elements that the viewer sees; without `all`, of active elements only. */
export async function hubs(db: Db, viewer: Viewer, { all = false } = {}): Promise<string[]> {
  const rows = await db.element.findMany({
    where: { ...seenBy(viewer), ...(!all && { active: true }) },
    select: { hub: true },
    distinct: ["hub"],
    orderBy: { hub: "asc" },
  });
  return rows.map(({ hub }) => hub);
}

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

/** Locks the catalog for this transaction, so that only one process at a time changes it. */
export async function lockCatalog(db: Db): Promise<{ organizationId: number; accountId: number }> {
  const [row] = await db.$queryRaw<{ organizationId: number }[]>`
    select organization_id as "organizationId" from account where id = ${SYSTEM_ACCOUNT} for update`;
  if (!row) throw new Error("There is no system account.");
  return { ...row, accountId: SYSTEM_ACCOUNT };
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

/**
 * Notifies other processes. The notification is part of the transaction, so no process reads the old version after it.
 */
async function announce(db: Db, id: number): Promise<void> {
  await db.$executeRaw`select pg_notify(${ELEMENT_CHANGED}, ${String(id)})`;
}

function seenBy(viewer: Viewer): Prisma.ElementWhereInput {
  if (!viewer) return { isCatalog: true };
  return {
    OR: [{ isCatalog: true }, ownScope(viewer), { accesses: { some: { accountId: viewer.accountId } } }],
  };
}

type InAccount = { accountId: number } | undefined;

const accessOf = (viewer: InAccount) => ({ accesses: { where: { accountId: viewer?.accountId ?? 0 } } });

const extensionOf = (viewer: InAccount) => ({
  extensions: { where: { accountId: viewer?.accountId ?? 0 } },
  ...accessOf(viewer),
});

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
