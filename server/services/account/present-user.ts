import { isEmailAddress } from "#server/account/email-address.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { type FullUser, hasAccess } from "#server/store/organization/users.ts";
import { presentRoles } from "./present-role.ts";

/** A user as the API shows them; never with a secret. */
export function presentUser(user: FullUser) {
  const { id, organizationId, accountId, email, firstName, lastName, roles, active, externalId, profile } = user;
  const isOut = !hasAccess(user);
  return {
    id,
    organizationId,
    accountId,
    email,
    username: email,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`.trim(),
    password: "********",
    active,
    enabled: !isOut,
    emailValid: isEmailAddress(email),
    accountExpired: false,
    accountNonExpired: true,
    accountLocked: !user.account.active,
    accountNonLocked: user.account.active,
    credentialsExpired: false,
    credentialsNonExpired: true,
    ...(user.lastLoginAt && { lastLoginDate: isoSeconds(user.lastLoginAt).slice(0, 10) }),
    ...(externalId !== null && { externalId }),
    ...(profile as Record<string, string>),
    roles: presentRoles(roles),
    createdDate: isoSeconds(user.createdAt),
    updatedDate: isoSeconds(user.updatedAt),
  };
}
