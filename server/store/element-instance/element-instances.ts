import type { Configuration } from "#server/element/ports.ts";
import type { Prisma, ElementInstance as Row } from "#server/generated/prisma/client.ts";
import { mapPage, type Page, type PageRequest, pageOf } from "#server/page.ts";
import type { Vault } from "#server/ports.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import type { Database } from "../open-database.ts";
import { isRowId } from "./instance-versions.ts";

/** An element instance with decrypted secrets. It must not leave the process. */
export type ElementInstanceRecord = Omit<
  Row,
  "configuration" | "defaultAddresses" | "tokenSealed" | "refreshOwner" | "refreshUntil"
> & {
  configuration: Configuration;
  token: string;
};

/** The dependencies of functions that decrypt rows. */
export type Opener = { db: Pick<Database, "prisma">; vault: Vault };

/** The identity that the vault binds encrypted values to: the organization and the hash of the token (F11). */
type Sealed = { organizationId: number; tokenHash: Uint8Array };
export const sealedIdentity = (column: "token_sealed" | "configuration", { organizationId, tokenHash }: Sealed) =>
  `element_instance.${column}:${organizationId}:${Buffer.from(tokenHash).toString("base64url")}`;

/** Lists the ids of the instances of these users, oldest first. */
export async function idsOfUsers(db: Db, organizationId: number, userIds: number[]): Promise<number[]> {
  const where = { organizationId, userId: { in: userIds } };
  const rows = await db.elementInstance.findMany({ where, select: { id: true }, orderBy: { id: "asc" } });
  return rows.map(({ id }) => id);
}

/** Finds an instance; null if it is not in this scope or, if an element is given, not an instance of that element. */
export async function find(
  { db, vault }: Opener,
  scope: Scope,
  { elementInstanceId: id, elementId }: { elementInstanceId: number; elementId?: number | undefined },
): Promise<ElementInstanceRecord | null> {
  const row = await db.prisma.elementInstance.findFirst({
    where: { ...scope, id, ...(elementId !== undefined && { elementId }) },
  });
  return row && fromRow(vault, row);
}

/** Reads an instance for a caller that has its token or lease; null if the instance was deleted. */
export async function open(
  { db, vault }: Opener,
  { elementInstanceId: id, organizationId }: { elementInstanceId: number; organizationId: number },
): Promise<ElementInstanceRecord | null> {
  const row = await db.prisma.elementInstance.findFirst({ where: { id, organizationId } });
  return row && fromRow(vault, row);
}

/** Finds the instance with this token, if the scope sees it. */
export async function findIdByToken(db: Db, scope: Scope, tokenHash: Uint8Array<ArrayBuffer>): Promise<number | null> {
  const row = await db.elementInstance.findFirst({ where: { ...scope, tokenHash }, select: { id: true } });
  return row?.id ?? null;
}

/** Returns which of these ids instances of the organization have. */
export async function idsAmong(db: Db, organizationId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.elementInstance.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Returns the instances with these ids that are in this scope, in the order of the ids. */
export async function findMany({ db, vault }: Opener, scope: Scope, ids: number[]): Promise<ElementInstanceRecord[]> {
  const rows = await db.prisma.elementInstance.findMany({ where: { ...scope, id: { in: ids } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [fromRowInList(vault, row)] : [];
  });
}

export type ElementInstanceFilter = {
  scope: Scope;
  elementId?: number | undefined;
  /** Matches instances that have all of these tags. */
  tags?: string[] | undefined;
  /** Part of the name or of a tag, case-insensitive. */
  searchText?: string | undefined;
};

/** Lists instances, newest first. */
export async function list(
  { db, vault }: Opener,
  { scope, elementId, tags = [], searchText }: ElementInstanceFilter,
  page: PageRequest,
): Promise<Page<ElementInstanceRecord>> {
  const where: Prisma.ElementInstanceWhereInput = {
    AND: [
      scope,
      elementId === undefined ? {} : { elementId },
      tags.length === 0 ? {} : { tags: { hasEvery: tags } },
      searchText === undefined ? {} : containing(searchText, (name) => [{ name }]),
    ],
  };
  const [rows, total] = await Promise.all([
    db.prisma.elementInstance.findMany({
      where: { AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.prisma.elementInstance.count({ where })),
  ]);
  const found = pageOf(rows, total, page, ({ id }) => id);
  return mapPage(found, (row) => fromRowInList(vault, row));
}

/** The identifying fields of an element instance. */
export type InstanceIdentity = { id: number; name: string; tags: string[]; elementKey: string };

const MOST_IDENTITIES = 10_000;

/**
 * Reads the identifying fields of the element instances with these ids and of the instances of elements with these
 * keys, newest first.
 */
export async function identify(
  db: Db,
  scope: Scope,
  { ids, elementKeys = [] }: { ids: readonly number[]; elementKeys?: readonly string[] },
): Promise<InstanceIdentity[]> {
  const wanted = { OR: [{ id: { in: ids.filter(isRowId) } }, { element: { key: { in: [...elementKeys] } } }] };
  return identities(db, { AND: [scope, wanted] }, MOST_IDENTITIES);
}

/** The identifying fields of the latest element instances. */
export const identifyLatest = (db: Db, scope: Scope, most: number): Promise<InstanceIdentity[]> =>
  identities(db, scope, most);

async function identities(db: Db, where: Prisma.ElementInstanceWhereInput, most: number): Promise<InstanceIdentity[]> {
  const rows = await db.elementInstance.findMany({
    where,
    select: { id: true, name: true, tags: true, element: { select: { key: true } } },
    orderBy: { id: "desc" },
    take: most,
  });
  return rows.map(({ element, ...row }) => ({ ...row, elementKey: element.key }));
}

/** Reserves an id before the row is written, because resources that run during creation may refer to it. */
export async function nextId(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('element_instance', 'id'))::int as id`;
  if (!row) throw new Error("The sequence of element instances gave nothing.");
  return row.id;
}

export type NewElementInstance = Pick<
  ElementInstanceRecord,
  | "id"
  | "organizationId"
  | "accountId"
  | "userId"
  | "elementId"
  | "name"
  | "tags"
  | "token"
  | "tokenHash"
  | "configuration"
  | "externalAuthentication"
  | "createdAt"
>;

export async function insert(
  db: Db,
  vault: Vault,
  { token, configuration, ...instance }: NewElementInstance,
): Promise<ElementInstanceRecord> {
  const row = await db.elementInstance.create({
    data: {
      ...instance,
      updatedAt: instance.createdAt,
      tokenSealed: vault.seal(token, sealedIdentity("token_sealed", instance)),
      configuration: vault.seal(JSON.stringify(configuration), sealedIdentity("configuration", instance)),
    },
  });
  return fromRow(vault, row);
}

export type ElementInstanceChanges = Partial<
  Pick<
    ElementInstanceRecord,
    "name" | "tags" | "elementId" | "configuration" | "externalAuthentication" | "valid" | "disabled" | "tracedUntil"
  >
>;

type Key = Pick<ElementInstanceRecord, "id" | "organizationId">;
/** The version of a row that was read. */
type Seen = Key & Pick<ElementInstanceRecord, "version" | "tokenHash">;

/**
 * Updates the row if its version is unchanged; null if it was changed or deleted. With `owner`, the lease of the grant
 * must also still be held; with `endsLease`, a concurrent refresh can no longer write.
 */
export async function update(
  db: Db,
  vault: Vault,
  { id, organizationId, version, tokenHash }: Seen,
  { configuration, ...changes }: ElementInstanceChanges & { updatedAt: Date },
  { owner, endsLease = false }: { owner?: string; endsLease?: boolean } = {},
): Promise<ElementInstanceRecord | null> {
  const [row] = await db.elementInstance.updateManyAndReturn({
    where: { id, organizationId, version, ...(owner !== undefined && { refreshOwner: owner }) },
    data: {
      ...changes,
      version: { increment: 1 },
      ...(endsLease && { refreshOwner: null, refreshUntil: null }),
      ...(configuration && {
        configuration: vault.seal(
          JSON.stringify(configuration),
          sealedIdentity("configuration", { organizationId, tokenHash }),
        ),
      }),
    },
  });
  return row ? fromRow(vault, row) : null;
}

/** Deletes an instance; false if it did not exist. */
export async function remove(db: Db, { id, organizationId }: Key): Promise<boolean> {
  const { count } = await db.elementInstance.deleteMany({ where: { id, organizationId } });
  return count > 0;
}

/** The value was an object of strings when it was encrypted, and the vault rejects any other value. */
function fromRow(
  vault: Vault,
  { configuration, defaultAddresses, tokenSealed, refreshOwner: _owner, refreshUntil: _until, ...row }: Row,
): ElementInstanceRecord {
  const stored = JSON.parse(vault.open(configuration, sealedIdentity("configuration", row))) as Configuration;
  return {
    ...row,
    token: vault.open(tokenSealed, sealedIdentity("token_sealed", row)),
    configuration: withDefaults(stored, (defaultAddresses ?? {}) as Configuration),
  };
}

/** An emptied list of origins is a value of its own; without a base address, requests have that of the element. */
function withDefaults(stored: Configuration, defaults: Configuration): Configuration {
  const missing = Object.entries(defaults).filter(([key]) =>
    key === "base.url" ? !stored[key] : stored[key] === undefined,
  );
  return missing.length > 0 ? { ...stored, ...Object.fromEntries(missing) } : stored;
}

/** In a list, a row that cannot be decrypted affects only its own entry (F11). */
function fromRowInList(vault: Vault, row: Row): ElementInstanceRecord {
  try {
    return fromRow(vault, row);
  } catch {
    const {
      configuration: _configuration,
      defaultAddresses: _addresses,
      tokenSealed: _token,
      refreshOwner: _owner,
      refreshUntil: _until,
      ...rest
    } = row;
    return { ...rest, token: "", configuration: {}, valid: false };
  }
}
