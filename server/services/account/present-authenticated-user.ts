import { administersOrganization, highestRole } from "#server/account/roles.ts";
import { type FullUser, rolesOf } from "#server/store/organization/users.ts";
import { presentRoles } from "./present-role.ts";
import { presentUser } from "./present-user.ts";

/** A user as one who signed in sees themselves. The roles are all that count. */
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
    twoFactor: false,
    registeredForTwoFactor: false,
    inIntelligenceRole: false,
  };
}
