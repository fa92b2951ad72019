import type { Caller } from "./caller.ts";
import { type Access, administersOrganization, DESIGNER, highestRole, ROLES } from "./roles.ts";

/** The rights of a person: the rank of their highest role, and whether they see all accounts. */
export type Rights = { rank: number; seesAllAccounts: boolean };

export const rightsOf = ({ roles, isDefault }: { roles: readonly string[]; isDefault: boolean }): Rights => ({
  rank: highestRole(roles).rank,
  seesAllAccounts: isDefault || administersOrganization(roles),
});

/** The person who published a formula, and the account of the formula. */
export type Publisher = { userId: number; accountId: number; isOfDefaultAccount: boolean };

/**
 * The limit of a run beyond that of its owner: what a role of this rank may do, and in this account alone unless it is
 * null.
 */
export type RunLimit = { rank: number; accountId: number | null };

/** The limit of a run of this owner that follows formulas of these publishers; null if nothing is limited. */
export type RunLimits = (
  owner: { organizationId: number; userId: number },
  publishers: readonly Publisher[],
) => Promise<RunLimit | null>;

/** No account has this id: two publishers who see no account in common. */
const NO_ACCOUNT = 0;

/**
 * A run acts as the owner of its formula instance, and may do only what everybody who published one of its formulas may
 * do too: who may change a formula would have the rights of all who run it otherwise. Null if that limits nothing. One
 * who became a viewer since still counts as a designer.
 */
export function limitOf(owner: Rights, publishers: readonly { rights: Rights; accountId: number }[]): RunLimit | null {
  const least = Math.min(...publishers.map(({ rights }) => rights.rank));
  const rank = Math.min(owner.rank, Math.max(least, DESIGNER.rank));
  const accounts = owner.seesAllAccounts
    ? new Set(publishers.filter(({ rights }) => !rights.seesAllAccounts).map(({ accountId }) => accountId))
    : new Set<number>();
  if (rank === owner.rank && accounts.size === 0) return null;
  const [accountId = null] = accounts;
  return { rank, accountId: accounts.size > 1 ? NO_ACCOUNT : accountId };
}

/** Whether a formula of this account may run within the limit. */
export const coversFormula = (limit: RunLimit | null, { accountId, isOfDefaultAccount }: Publisher): boolean =>
  limit === null || limit.accountId === null || isOfDefaultAccount || accountId === limit.accountId;

/** Whether an element instance of this account may be used within the limit. */
export const coversAccount = (limit: RunLimit | null, accountId: number): boolean =>
  limit === null || limit.accountId === null || accountId === limit.accountId;

/** The owner as the caller of the run's requests to the platform. */
export function limitedBy(limit: RunLimit, caller: Caller): Caller {
  const { accountId } = limit;
  const role = accessOf(limit.rank) === "administrator" ? caller.role : weaker(caller.role);
  return { ...caller, role, limit, ...(accountId !== null && { accountId, seesAllAccounts: false }) };
}

const accessOf = (rank: number): Access => ROLES.find((role) => role.rank === rank)?.access ?? DESIGNER.access;
const weaker = (role: Access): Access => (role === "administrator" ? "designer" : role);
