import type { Caller } from "#server/account/caller.ts";
import { ORGANIZATION_ROLES } from "#server/account/roles.ts";
import type { Db } from "./prisma.ts";

export type Tenant = Pick<Caller, "organizationId" | "accountId" | "seesAllAccounts">;

/**
 * The part of an organization that a caller sees, as a condition on rows; the whole organization without `accountId`.
 */
export type Scope = { organizationId: number; accountId?: { in: number[] } };

/** Users of the default account see the whole organization, others their own account. */
export const ownScope = ({ organizationId, accountId, seesAllAccounts }: Tenant): Scope =>
  seesAllAccounts ? { organizationId } : { organizationId, accountId: { in: [accountId] } };

/** Users of other accounts also see the formulas of the default account, not those of its siblings. */
export async function formulaScope(db: Db, { organizationId, accountId, seesAllAccounts }: Tenant): Promise<Scope> {
  if (seesAllAccounts) return { organizationId };
  const defaults = await db.account.findMany({ where: { organizationId, isDefault: true }, select: { id: true } });
  return { organizationId, accountId: { in: [accountId, ...defaults.map(({ id }) => id)] } };
}

/**
 * SQL: whether the user `u` of the account `a` sees every account of the organization, as `seesAllAccounts` of a
 * caller. The role names are constants, so they can be part of the SQL text.
 */
export const SEES_ALL_ACCOUNTS = `(a.is_default or u.roles || a.roles && array['${ORGANIZATION_ROLES.join("','")}'])`;

/** SQL: whether the user `u` of the account `a` may see a row with these columns of account and organization. */
export const sees = (row: string): string =>
  `(${row}.organization_id = u.organization_id and (${SEES_ALL_ACCOUNTS} or ${row}.account_id = u.account_id))`;

/**
 * SQL: whether work of a user continues: webhooks, polls, schedules, callbacks. Without access for its owner it waits.
 */
export const ownerHasAccess = (userId: string): string =>
  `exists (select from "user" owner join account home on home.id = owner.account_id
    where owner.id = ${userId} and owner.active and home.active)`;

/** SQL: whether a caller sees the row `e`, an execution or an instance of a formula, and its first three parameters. */
export const SEEN = "e.organization_id = $1 and ($2 or e.account_id = $3)";
export const seenBy = ({ organizationId, seesAllAccounts, accountId }: Tenant) => [
  organizationId,
  seesAllAccounts,
  accountId,
];

/**
 * The same for a list, of which Postgres may read an index alone: no condition names the account if it does not matter.
 */
export const seenIn = ({
  organizationId,
  seesAllAccounts,
  accountId,
}: Tenant): { where: string[]; values: unknown[] } =>
  seesAllAccounts
    ? { where: ["e.organization_id = $1"], values: [organizationId] }
    : { where: ["e.organization_id = $1", "e.account_id = $2"], values: [organizationId, accountId] };

/** The user whose permissions limit a lookup. */
export type Viewer = { organizationId: number; userId: number };
