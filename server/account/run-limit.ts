import type { Caller, RunLimit } from "./caller.ts";
import { type Access, administersOrganization, DESIGNER, highestRole, ROLES } from "./roles.ts";

/** The rights of a person: the rank of their highest role, and whether they see all accounts or only their own. */
export type Rights = { rank: number; seesAllAccounts: boolean; accountId: number };

type Person = { roles: readonly string[]; isDefault: boolean; accountId: number };

export const rightsOf = ({ roles, isDefault, accountId }: Person): Rights => ({
  accountId,
  rank: highestRole(roles).rank,
  seesAllAccounts: isDefault || administersOrganization(roles),
});

/** The person who published a formula, and the account of the formula. */
export type Publisher = { userId: number; accountId: number; isOfDefaultAccount: boolean };

/** The limit of a run of this owner that follows what these users wrote; null if nothing is limited. */
export type RunLimits = (
  owner: { organizationId: number; userId: number },
  writers: readonly number[],
) => Promise<RunLimit | null>;

/** No account has this id: two writers who see no account in common. */
export const NO_ACCOUNT = 0;

/**
 * A run acts as the owner of its formula instance, and may do only what everybody who published one of its formulas may
 * do too: who may change a formula would have the rights of all who run it otherwise. Null if that limits nothing. One
 * who became a viewer since still counts as a designer.
 */
export function limitOf(owner: Rights, writers: readonly Rights[]): RunLimit | null {
  const least = Math.min(...writers.map(({ rank }) => rank));
  const rank = Math.min(owner.rank, Math.max(least, DESIGNER.rank));
  const accounts = owner.seesAllAccounts
    ? new Set(writers.filter(({ seesAllAccounts }) => !seesAllAccounts).map(({ accountId }) => accountId))
    : new Set<number>();
  if (rank === owner.rank && accounts.size === 0) return null;
  const [accountId = null] = accounts;
  return { rank, accountId: accounts.size > 1 ? NO_ACCOUNT : accountId };
}

/** Whether a formula of this account may run within the limit. */
export const coversFormula = (limit: RunLimit | null, { accountId, isOfDefaultAccount }: Publisher): boolean =>
  limit === null || limit.accountId === null || isOfDefaultAccount || accountId === limit.accountId;

/** Whether an element instance may be used within the limit. */
export const coversInstance = (limit: RunLimit | null, { id, accountId }: { id: number; accountId: number }): boolean =>
  limit === null || limit.accountId === null || accountId === limit.accountId || limit.bound?.has(id) === true;

/** The owner as the caller of the run's requests to the platform. */
export function limitedBy(limit: RunLimit, caller: Caller): Caller {
  const { accountId } = limit;
  const role = accessOf(limit.rank) === "administrator" ? caller.role : weaker(caller.role);
  return { ...caller, role, limit, ...(accountId !== null && { accountId, seesAllAccounts: false }) };
}

const accessOf = (rank: number): Access => ROLES.find((role) => role.rank === rank)?.access ?? DESIGNER.access;
const weaker = (role: Access): Access => (role === "administrator" ? "designer" : role);
