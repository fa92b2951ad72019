import type pg from "pg";
import type { Caller } from "#server/context.ts";
import type { User } from "#server/generated/prisma/client.ts";
import type { Db } from "./database.ts";

export type Role = Caller["role"];

type CallerRow = { userId: number; organizationId: number; accountId: number; isDefault: boolean; role: Role };

const CALLER = `select u.id as "userId", u.organization_id as "organizationId", u.account_id as "accountId",
  a.is_default as "isDefault", u.role from "user" u join account a on a.id = u.account_id`;

const toCaller = (row: CallerRow | undefined): Caller | null =>
  row ? { ...pick(row), seesAllAccounts: row.isDefault } : null;

const pick = ({ userId, organizationId, accountId, role }: CallerRow) => ({ userId, organizationId, accountId, role });

/** The active user with both secrets; one statement whatever is wrong, so that refusals take the same time (A02–A04). */
export async function findCallerBySecrets(
  pool: pg.Pool,
  hashes: { user: Buffer; organization: Buffer },
): Promise<Caller | null> {
  const { rows } = await pool.query<CallerRow>({
    name: "caller-by-secrets",
    text: `${CALLER} join organization o on o.id = u.organization_id
      where u.secret_hash = $1 and o.secret_hash = $2 and u.active`,
    values: [hashes.user, hashes.organization],
  });
  return toCaller(rows[0]);
}

/**
 * The active user who holds the secret, with the element instance of the token: both of one organisation, which is the
 * one of the third secret if that is given; users of other accounts than the default see the instances of their own.
 */
export async function findCallerByToken(
  pool: pg.Pool,
  hashes: { user: Buffer; element: Buffer; organization: Buffer | undefined },
): Promise<Caller | null> {
  const { rows } = await pool.query<CallerRow & { elementInstanceId: number }>({
    name: "caller-by-token",
    text: `select c.*, i.id as "elementInstanceId" from (${CALLER} where u.secret_hash = $1 and u.active) c
      join element_instance i on i.organization_id = c."organizationId" and i.token_hash = $2
      join organization o on o.id = c."organizationId" and ($3::bytea is null or o.secret_hash = $3)
      where c."isDefault" or i.account_id = c."accountId"`,
    values: [hashes.user, hashes.element, hashes.organization ?? null],
  });
  const [row] = rows;
  const caller = toCaller(row);
  return caller && row ? { ...caller, elementInstanceId: row.elementInstanceId } : null;
}

/** The active user of a session that has not ended. */
export async function findCallerBySession(pool: pg.Pool, tokenHash: Buffer, now: Date): Promise<Caller | null> {
  const { rows } = await pool.query<CallerRow>({
    name: "caller-by-session",
    text: `${CALLER} join session s on s.user_id = u.id where s.token_hash = $1 and s.expires_at > $2 and u.active`,
    values: [tokenHash, now],
  });
  return toCaller(rows[0]);
}

/** E-mail addresses are kept in lower case and are unique over all organisations. */
export const findByEmail = (db: Db, email: string) =>
  db.user.findUnique({ where: { email: email.toLowerCase() }, include: { account: true, organization: true } });

export type FullUser = NonNullable<Awaited<ReturnType<typeof findByEmail>>>;

export const find = (
  db: Db,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<FullUser | null> =>
  db.user.findFirst({ where: { id: userId, organizationId }, include: { account: true, organization: true } });

export type NewUser = {
  organizationId: number;
  accountId: number;
  email: string;
  name: string;
  role: Role;
  passwordHash: string;
  secretHash: Uint8Array<ArrayBuffer>;
  secretSealed: string;
};

export const insert = (db: Db, user: NewUser): Promise<User> =>
  db.user.create({ data: { ...user, email: user.email.toLowerCase() } });
