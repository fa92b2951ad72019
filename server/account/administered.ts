import { type Access, administersOrganization, highestRole, ROLES } from "./roles.ts";

/** A user as far as it decides whom they administer. */
export type Administrator = { userId: number; accountId: number; access: Access; roles: readonly string[] };

type Administered = { id: number; accountId: number; roles: readonly string[] };

/**
 * Whether somebody administers an account and its users: users of the default account see all accounts, but only
 * administrators of the organization administer those of others.
 */
export const administersAccount = ({ access, accountId, roles }: Administrator, id: number): boolean =>
  access === "administrator" && (id === accountId || administersOrganization(roles));

/** Whether roles are higher than others: nobody grants such roles, or changes users who have them. */
export const isAbove = (roles: readonly string[], than: readonly string[]): boolean =>
  highestRole(roles).rank > highestRole(than).rank;

/** Whether somebody administers a user. */
export const administersUser = (administrator: Administrator, { accountId, roles }: Administered): boolean =>
  administersAccount(administrator, accountId) && !isAbove(roles, administrator.roles);

/** Whether somebody may change the role and the access of a user, which nobody may of themselves. */
export const mayChangeUser = (administrator: Administrator, user: Administered): boolean =>
  user.id !== administrator.userId && administersUser(administrator, user);

/** Whether somebody may deactivate an account: not the default one, and not their own. */
export const mayDeactivateAccount = (
  administrator: Administrator,
  { id, isDefault }: { id: number; isDefault: boolean },
): boolean => !isDefault && id !== administrator.accountId && administersAccount(administrator, id);

/** The roles that somebody may grant. */
export const grantableRoles = ({ roles }: Administrator): string[] =>
  ROLES.filter(({ key }) => !isAbove([key], roles)).map(({ key }) => key);
