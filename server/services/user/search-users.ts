import { grantableRoles, mayChangeUser } from "#server/account/administered.ts";
import { highestRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as users from "#server/store/organization/users.ts";
import { administratorOf, requireAdministrator } from "../account/require-role.ts";

type Filter = Pick<users.UserFilter, "search" | "accountId" | "roleKey" | "active">;

/** The users that an administrator manages, also inactive ones, newest first. */
export async function searchUsers(ctx: Context, { page, ...filter }: Filter & { page: PageRequest }) {
  requireAdministrator(ctx);
  const scope = ownScope(ctx.caller);
  const administrator = await administratorOf(ctx);
  return mapPage(await users.list(ctx.db.prisma, { scope, ...filter, includeInactive: true }, page), (user) => ({
    id: user.id,
    email: user.email,
    name: `${user.firstName} ${user.lastName}`.trim() || user.email,
    active: user.active,
    isLocked: !user.account.active,
    account: { id: user.accountId, name: user.account.name },
    roleKey: highestRole(user.roles).key,
    lastLoginAt: user.lastLoginAt?.toISOString(),
    hasSecondFactor: user.totpConfirmedAt !== null,
    isSelf: user.id === ctx.caller.userId,
    mayChange: mayChangeUser(administrator, { ...user, roles: users.rolesOf(user) }),
    grantable: grantableRoles(administrator),
  }));
}
