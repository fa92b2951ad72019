import { administersOrganization, highestRole } from "#server/account/roles.ts";
import { type FullUser, rolesOf } from "#server/store/organization/users.ts";
import { presentRoles } from "./present-role.ts";
import { presentUser } from "./present-user.ts";

/** A signed-in user's own record, with all effective roles. */
export function presentAuthenticatedUser(user: FullUser) {
  const roles = rolesOf(user);
  return {
    ...presentUser(user),
    roles: presentRoles([...new Set(roles)]),
    accountName: user.account.name,
    organizationName: user.organization.name,
    accountAdmin: highestRole(roles).access === "administrator",
    organizationAdmin: administersOrganization(roles),
    sysAdmin: roles.includes("sys-admin"),
    twoFactor: user.organization.requiresSecondFactor,
    registeredForTwoFactor: user.totpConfirmedAt !== null,
    inIntelligenceRole: false,
  };
}
