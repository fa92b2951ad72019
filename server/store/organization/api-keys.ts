import type pg from "pg";
import type { KeyState } from "#server/account/api-key-scopes.ts";
import type { Caller } from "#server/account/caller.ts";
import type { ApiKey, Prisma } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import { CALLER, type CallerRow, type TokenRow, toCaller, toTokenCaller } from "./users.ts";

type Hashes = { user: Buffer; organization: Buffer };
type TokenHashes = { user: Buffer; element: Buffer; organization: Buffer | undefined };
type OfKey<Row> = Row & { scopes: string[] };

/** The key `$1` that works at the time `$2`, with its user; the alias of both is `c`. */
const BY_KEY = `(select c.*, k.id as "keyId", k.scopes from (${CALLER}) c
  join api_key k on k.user_id = c."userId" and k.organization_id = c."organizationId"
    and (k.key_hash = $1 or (k.previous_hash = $1 and k.previous_until > $2))
    and (k.expires_at is null or k.expires_at > $2)) c`;

/** Records the use of a found key, at most once a minute, in the statement that finds it. */
const withUse = (found: string) => `with found as (${found}), used as (
  update api_key k set last_used_at = $2 from found
  where k.id = found."keyId" and k.organization_id = found."organizationId"
    and (k.last_used_at is null or k.last_used_at < $2::timestamptz - interval '1 minute'))
  select * from found`;

/** Finds the user with this API key and the organization's secret, if they have access and the key is valid. */
export async function findCaller(pool: pg.Pool, hashes: Hashes, now: Date): Promise<Caller | null> {
  const { rows } = await pool.query<OfKey<CallerRow>>({
    name: "caller-by-api-key",
    text: withUse(`select c.* from ${BY_KEY} join organization o on o.id = c."organizationId" and o.secret_hash = $3`),
    values: [hashes.user, now, hashes.organization],
  });
  return rows[0] ? { ...toCaller(rows[0]), scopes: rows[0].scopes } : null;
}

/** Finds the user with this API key and the element instance of the token, like `findCallerByToken` of users. */
export async function findCallerByToken(pool: pg.Pool, hashes: TokenHashes, now: Date): Promise<Caller | null> {
  const { rows } = await pool.query<OfKey<TokenRow>>({
    name: "caller-by-api-key-and-token",
    text: withUse(`select c.*, i.id as "elementInstanceId", i.account_id as "instanceAccountId" from ${BY_KEY}
      join element_instance i on i.organization_id = c."organizationId" and i.token_hash = $3
      join organization o on o.id = c."organizationId" and ($4::bytea is null or o.secret_hash = $4)`),
    values: [hashes.user, now, hashes.element, hashes.organization ?? null],
  });
  const caller = rows[0] ? toTokenCaller(rows[0]) : null;
  return caller && rows[0] ? { ...caller, scopes: rows[0].scopes } : null;
}

/** The keys of an organization, or only those of some of its users. */
export type KeyFilter = {
  organizationId: number;
  userId?: { in: number[] };
  /** A part of the name, or one of these users. */
  search?: { text: string; userIds: number[] } | undefined;
  /** At the time `now`; not used since `unusedSince`. */
  state?: { is: KeyState; now: Date; unusedSince: Date } | undefined;
};

const STATES: Record<KeyState, (at: { now: Date; unusedSince: Date }) => Prisma.ApiKeyWhereInput> = {
  valid: ({ now }) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }),
  expired: ({ now }) => ({ expiresAt: { lte: now } }),
  unused: ({ unusedSince }) => ({
    createdAt: { lt: unusedSince },
    OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: unusedSince } }],
  }),
};

const conditionOf = ({ organizationId, userId, search, state }: KeyFilter): Prisma.ApiKeyWhereInput => ({
  organizationId,
  ...(userId && { userId }),
  AND: [
    search ? { OR: [containing(search.text, (name) => [{ name }]), { userId: { in: search.userIds } }] } : {},
    state ? STATES[state.is](state) : {},
  ],
});

/** Lists keys, newest first. */
export async function list(db: Db, filter: KeyFilter, page: PageRequest): Promise<Page<ApiKey>> {
  const where = conditionOf(filter);
  const [rows, total] = await Promise.all([
    db.apiKey.findMany({
      where: {
        organizationId: filter.organizationId,
        AND: [where, page.after === undefined ? {} : { id: { lt: Number(page.after) } }],
      },
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.apiKey.count({ where: { organizationId: filter.organizationId, AND: [where] } })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

export const count = (db: Db, { organizationId, userId }: { organizationId: number; userId: number }) =>
  db.apiKey.count({ where: { organizationId, userId } });

export type NewKey = Pick<ApiKey, "organizationId" | "userId" | "name" | "hint" | "keyHash" | "scopes" | "expiresAt">;

export const insert = (db: Db, key: NewKey): Promise<ApiKey> => db.apiKey.create({ data: key });

export const find = (db: Db, organizationId: number, id: number): Promise<ApiKey | null> =>
  db.apiKey.findFirst({ where: { id, organizationId } });

/** Locks the key for this transaction. */
export async function lock(db: Db, organizationId: number, id: number): Promise<ApiKey | null> {
  await db.$queryRaw`select id from api_key where id = ${id} and organization_id = ${organizationId} for update`;
  return find(db, organizationId, id);
}

/** Replaces the key; the one before works until `previousUntil`. */
export const rotate = (
  db: Db,
  { id, organizationId, keyHash: previousHash }: ApiKey,
  next: { keyHash: Uint8Array<ArrayBuffer>; hint: string; previousUntil: Date },
): Promise<ApiKey> => db.apiKey.update({ where: { id, organizationId }, data: { ...next, previousHash } });

export const remove = (db: Db, { id, organizationId }: ApiKey) => db.apiKey.delete({ where: { id, organizationId } });

/** Removes all keys of users who were deleted. */
export const removeOfUsers = (db: Db, organizationId: number, userIds: number[]) =>
  db.apiKey.deleteMany({ where: { organizationId, userId: { in: userIds } } });
