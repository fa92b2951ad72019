import type pg from "pg";
import type { Caller } from "#server/account/caller.ts";
import { type Access, administersOrganization, highestRole } from "#server/account/roles.ts";
import type { Condition } from "#server/element/query/column-conditions.ts";
import type { Prisma, User } from "#server/generated/prisma/client.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { containing } from "../database/containing.ts";
import { countByPrisma } from "../database/count-rows.ts";
import type { Db } from "../database/prisma.ts";
import type { Scope } from "../database/scope.ts";
import { byFlag, byId, byText, filtersOf, namesOf, type SearchedColumns } from "../database/searched-columns.ts";
import { OF_PEOPLE } from "./organizations.ts";

export type CallerRow = {
  userId: number;
  organizationId: number;
  accountId: number;
  isDefault: boolean;
  /** The roles of the user and those of their account. */
  roles: string[];
};

/** The query for users with access; the aliases are `u` for users and `a` for accounts. */
export const CALLER = `select u.id as "userId", u.organization_id as "organizationId", u.account_id as "accountId",
  a.is_default as "isDefault", u.roles || a.roles as roles
  from "user" u join account a on a.id = u.account_id and a.active and u.active`;

export function toCaller({ userId, organizationId, accountId, isDefault, roles }: CallerRow): Caller {
  const seesAllAccounts = isDefault || administersOrganization(roles);
  return { organizationId, accountId, userId, seesAllAccounts, role: highestRole(roles).access };
}

/**
 * Finds the user with both secrets, if they have access. A single statement handles all cases, so that rejections take
 * the same time (A02–A04).
 */
export async function findCallerBySecrets(
  pool: pg.Pool,
  hashes: { user: Buffer; organization: Buffer },
): Promise<Caller | null> {
  const { rows } = await pool.query<CallerRow>({
    name: "caller-by-secrets",
    text: `${CALLER} join organization o on o.id = u.organization_id where u.secret_hash = $1 and o.secret_hash = $2`,
    values: [hashes.user, hashes.organization],
  });
  return rows[0] ? toCaller(rows[0]) : null;
}

/**
 * Finds the user with this secret, and the element instance of the token. Both must belong to the same organization,
 * and to that of the third secret if it is given. Users who do not see all accounts can use only instances of their own
 * account.
 */
export async function findCallerByToken(
  pool: pg.Pool,
  hashes: { user: Buffer; element: Buffer; organization: Buffer | undefined },
): Promise<Caller | null> {
  const { rows } = await pool.query<TokenRow>({
    name: "caller-by-token",
    text: `select c.*, i.id as "elementInstanceId", i.account_id as "instanceAccountId"
      from (${CALLER} where u.secret_hash = $1) c
      join element_instance i on i.organization_id = c."organizationId" and i.token_hash = $2
      join organization o on o.id = c."organizationId" and ($3::bytea is null or o.secret_hash = $3)`,
    values: [hashes.user, hashes.element, hashes.organization ?? null],
  });
  return rows[0] ? toTokenCaller(rows[0]) : null;
}

export type TokenRow = CallerRow & { elementInstanceId: number; instanceAccountId: number };

/** The caller with the element instance of the token; null if it is in an account that they do not see. */
export function toTokenCaller(row: TokenRow): Caller | null {
  const caller = toCaller(row);
  const isVisible = caller.seesAllAccounts || caller.accountId === row.instanceAccountId;
  return isVisible ? { ...caller, elementInstanceId: row.elementInstanceId } : null;
}

/**
 * Finds the user of a session that has not expired, if they have access. The same statement records, at most once a
 * minute, when the session was seen.
 */
export async function findCallerBySession(pool: pg.Pool, tokenHash: Buffer, now: Date): Promise<Caller | null> {
  const { rows } = await pool.query<CallerRow & { sessionId: string; needsSecondFactor: boolean }>({
    name: "caller-by-session",
    text: `with found as (
        select c.*, s.id as "sessionId",
          o.requires_second_factor and not s.by_provider and p.totp_confirmed_at is null as "needsSecondFactor"
        from (${CALLER}) c join session s on s.user_id = c."userId" and s.token_hash = $1 and s.expires_at > $2
        join "user" p on p.id = c."userId" and p.organization_id = c."organizationId" join organization o on o.id = c."organizationId"),
      seen as (
        update session s set last_seen_at = $2 from found where s.id = found."sessionId"
          and (s.last_seen_at is null or s.last_seen_at < $2::timestamptz - interval '1 minute'))
      select * from found`,
    values: [tokenHash, now],
  });
  const [row] = rows;
  if (!row) return null;
  const caller = { ...toCaller(row), sessionId: row.sessionId };
  return row.needsSecondFactor ? { ...caller, needsSecondFactor: true } : caller;
}

const WHOLE = { account: true, organization: true } as const;

/** E-mail addresses are stored in lower case and are unique across organizations. */
export const findByEmail = (db: Db, email: string) =>
  db.user.findFirst({ where: { email: email.toLowerCase(), deletedAt: null }, include: WHOLE });

export type FullUser = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

/** Finds a user of an organization; null if the user was deleted. */
export const find = (
  db: Db,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<FullUser | null> =>
  db.user.findFirst({ where: { id: userId, organizationId, deletedAt: null }, include: WHOLE });

/** Locks the user for this transaction. */
export async function lock(db: Db, key: { organizationId: number; userId: number }): Promise<FullUser | null> {
  await db.$queryRaw`select id from "user" where id = ${key.userId} and organization_id = ${key.organizationId} for no key update`;
  return find(db, key);
}

/** Whether a user with this id exists in any organization. */
export const exists = async (db: Db, userId: number): Promise<boolean> =>
  (await db.user.count({ where: { id: userId, deletedAt: null } })) > 0;

/** Whether any user was ever created. */
export async function exist(db: Db): Promise<boolean> {
  const where = { organization: OF_PEOPLE };
  return (await db.user.findFirst({ where, select: { id: true } })) !== null;
}

/** Whether no user exists yet. The lock serializes concurrent transactions. */
export async function lockFirst(db: Db): Promise<boolean> {
  await db.$queryRaw`select pg_advisory_xact_lock(hashtext('first user'))::text`;
  return !(await exist(db));
}

/** The effective roles of a user: their own and those of their account. */
export const rolesOf = ({ roles, account }: FullUser): string[] => [...roles, ...account.roles];

/** Whether the user and their account are active. */
export const hasAccess = ({ active, account }: FullUser): boolean => active && account.active;

/** Converts a user to a caller. */
export const callerOf = (user: FullUser): Caller =>
  toCaller({ ...user, userId: user.id, isDefault: user.account.isDefault, roles: rolesOf(user) });

/** The columns that lists can be filtered by. */
const COLUMNS: SearchedColumns<Prisma.UserWhereInput> = {
  id: byId,
  email: byEmail,
  username: byEmail,
  firstName: byText("firstName"),
  lastName: byText("lastName"),
  externalId: byText("externalId"),
  active: byFlag("active"),
};
export const SEARCHED = namesOf(COLUMNS);

function byEmail(values: string[]): Prisma.UserWhereInput {
  return { email: { in: values.map((value) => value.toLowerCase()) } };
}

export type UserFilter = {
  scope: Scope;
  where?: Condition[];
  includeInactive?: boolean | undefined;
  /** Part of the name or the e-mail address. */
  search?: string | undefined;
  accountId?: number | undefined;
  roleKey?: string | undefined;
  active?: boolean | undefined;
};

const named = (search: string) =>
  containing<Prisma.UserWhereInput>(search, (text) => [{ name: text }, { email: text }]);

/** The conditions of the list on the screen. */
function searched({ search, accountId, roleKey, active }: Omit<UserFilter, "scope">): Prisma.UserWhereInput[] {
  return [
    search === undefined ? {} : named(search),
    accountId === undefined ? {} : { accountId },
    roleKey === undefined ? {} : { roles: { has: roleKey } },
    active === undefined ? {} : { active },
  ];
}

/** Lists users, newest first. */
export async function list(
  db: Db,
  { scope, where = [], includeInactive = false, ...search }: UserFilter,
  page: PageRequest,
): Promise<Page<FullUser>> {
  const filter: Prisma.UserWhereInput = {
    AND: [
      scope,
      { deletedAt: null },
      includeInactive ? {} : { active: true },
      ...filtersOf(COLUMNS, where),
      ...searched(search),
    ],
  };
  const [rows, total] = await Promise.all([
    db.user.findMany({
      where: { AND: [filter, page.after === undefined ? {} : { id: { lt: Number(page.after) } }] },
      include: WHOLE,
      orderBy: { id: "desc" },
      take: page.size + 1,
    }),
    countByPrisma(() => db.user.count({ where: filter })),
  ]);
  return pageOf(rows, total, page, ({ id }) => id);
}

/** The ids of the users of a scope. */
export const idsIn = async (db: Db, scope: Scope): Promise<number[]> =>
  (await db.user.findMany({ where: scope, select: { id: true } })).map(({ id }) => id);

/** Returns which of these users of an organization have access. */
export async function idsWithAccess(db: Db, organizationId: number, ids: number[]): Promise<number[]> {
  const where = { organizationId, id: { in: ids }, active: true, account: { active: true } };
  return (await db.user.findMany({ where, select: { id: true } })).map(({ id }) => id);
}

/** The first thousand users of an organization with this text in their name or address. */
export async function idsMatching(db: Db, organizationId: number, search: string): Promise<number[]> {
  const rows = await db.user.findMany({
    where: { organizationId, ...named(search) },
    select: { id: true },
    take: 1000,
  });
  return rows.map(({ id }) => id);
}

/** Users of an organization by id, also deleted ones. */
export async function fullById(db: Db, organizationId: number, ids: number[]): Promise<Map<number, FullUser>> {
  const rows = await db.user.findMany({ where: { organizationId, id: { in: ids } }, include: WHOLE });
  return new Map(rows.map((user) => [user.id, user]));
}

/** The names of users of an organization by id, also of deleted ones. */
export async function namesById(db: Db, organizationId: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.user.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, name: true, email: true },
  });
  return new Map(rows.map(({ id, name, email }) => [id, name || email]));
}

export type UserFields = {
  email: string;
  firstName: string;
  lastName: string;
  roles: string[];
  active: boolean;
  externalId: string | null;
  profile: Record<string, string>;
};

export type NewUser = Pick<UserFields, "email" | "firstName" | "lastName" | "roles"> &
  Partial<UserFields> & {
    organizationId: number;
    accountId: number;
    passwordHash: string;
    /** True unless specified. */
    hasPassword?: boolean;
    secretHash: Uint8Array<ArrayBuffer>;
    secretSealed: string;
  };

export const insert = (db: Db, user: NewUser): Promise<User> =>
  db.user.create({ data: { ...user, email: user.email.toLowerCase(), ...derived(user) } });

/** Updates fields of a user, and the two columns that are derived from them. */
export const update = (db: Db, user: FullUser, fields: Partial<UserFields>): Promise<FullUser> =>
  db.user.update({
    where: { id: user.id, organizationId: user.organizationId },
    data: {
      ...fields,
      ...(fields.email !== undefined && { email: fields.email.toLowerCase() }),
      ...derived({ ...user, ...fields }),
    },
    include: WHOLE,
  });

/** Computes the columns that processes of the previous version read. */
const derived = ({ firstName, lastName, roles }: Pick<UserFields, "firstName" | "lastName" | "roles">) => ({
  name: `${firstName} ${lastName}`.trim(),
  role: highestRole(roles).access satisfies Access,
});

/** Replaces the password; the previous one is stored as one of the last `kept`. */
export const updatePassword = (
  db: Db,
  { id, organizationId, passwordHash: before, previousPasswords }: FullUser,
  { passwordHash, kept, now }: { passwordHash: string; kept: number; now: Date },
) =>
  db.user.update({
    where: { id, organizationId },
    data: {
      passwordHash,
      hasPassword: true,
      previousPasswords: [before, ...previousPasswords].slice(0, kept),
      passwordChangedAt: now,
    },
  });

type Key = { organizationId: number; userId: number };
const keyOf = ({ organizationId, userId }: Key) => ({ id: userId, organizationId });

/** Stores the key of an authenticator app, which does not count until it is confirmed. */
export const beginSecondFactor = (db: Db, key: Key, totpSealed: string) =>
  db.user.update({ where: keyOf(key), data: { totpSealed, totpConfirmedAt: null, totpLastStep: null } });

export const confirmSecondFactor = (
  db: Db,
  key: Key,
  { now, step, recoveryHashes }: { now: Date; step: number; recoveryHashes: Uint8Array<ArrayBuffer>[] },
) =>
  db.user.update({
    where: keyOf(key),
    data: { totpConfirmedAt: now, totpLastStep: step, recoveryHashes },
    select: { id: true },
  });

export const setRecoveryHashes = (db: Db, key: Key, recoveryHashes: Uint8Array<ArrayBuffer>[]) =>
  db.user.update({ where: keyOf(key), data: { recoveryHashes }, select: { id: true } });

export const removeSecondFactor = (db: Db, key: Key) =>
  db.user.update({
    where: keyOf(key),
    data: { totpSealed: null, totpConfirmedAt: null, totpLastStep: null, recoveryHashes: [] },
    select: { id: true },
  });

const present = (organizationId: number) => ({ organizationId, active: true, deletedAt: null });

export const countWithoutSecondFactor = (db: Db, organizationId: number): Promise<number> =>
  db.user.count({ where: { ...present(organizationId), totpConfirmedAt: null } });

/** The active users with a password that was set before this time. */
export const countWithOlderPassword = (db: Db, organizationId: number, before: Date): Promise<number> =>
  db.user.count({ where: { ...present(organizationId), hasPassword: true, passwordChangedAt: { lt: before } } });

/** Uses up the codes up to a time step; false if one of them was used before. */
export async function spendTotpStep(pool: pg.Pool, { organizationId, userId }: Key, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update "user" set totp_last_step = $3 where id = $2 and organization_id = $1 and coalesce(totp_last_step, 0) < $3`,
    [organizationId, userId, step],
  );
  return rowCount === 1;
}

/** Uses up a recovery code; false if there is no such code. */
export async function spendRecoveryCode(
  pool: pg.Pool,
  { organizationId, userId }: Key,
  hash: Buffer,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update "user" set recovery_hashes = array_remove(recovery_hashes, $3)
     where id = $2 and organization_id = $1 and recovery_hashes @> array[$3::bytea]`,
    [organizationId, userId, hash],
  );
  return rowCount === 1;
}

export const signedIn = (db: Db, { id, organizationId }: FullUser, now: Date) =>
  db.user.update({ where: { id, organizationId }, data: { lastLoginAt: now }, select: { id: true } });

/** Deactivates all users of an account and returns their ids. */
export async function deactivateAccount(
  db: Db,
  { id: accountId, organizationId }: { id: number; organizationId: number },
): Promise<number[]> {
  const where = { organizationId, accountId, deletedAt: null };
  const rows = await db.user.findMany({ where, select: { id: true } });
  await db.user.updateMany({ where, data: { active: false } });
  return rows.map(({ id }) => id);
}

/** Marks a user as deleted. The row remains for references to it; the e-mail address can be used again. */
export const remove = (db: Db, { id, organizationId, email }: FullUser, now: Date) =>
  db.user.update({
    where: { id, organizationId },
    data: { active: false, deletedAt: now, email: `deleted-${id}:${email}` },
  });
