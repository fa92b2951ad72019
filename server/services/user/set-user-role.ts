import { findRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";
import { presentRole } from "../account/present-role.ts";
import { requireAdministrator, requireAdministratorOf, requireNotAbove } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findUser, noSuchUser } from "./find-user.ts";

/**
 * Replaces all roles of a user with one. Refuses: forbidden for oneself and for roles and users above the caller,
 * notFound, badRequest for an unknown role.
 */
export async function setUserRole(ctx: Context, { emailOrId, roleKey }: { emailOrId: string; roleKey: string }) {
  requireAdministrator(ctx);
  const found = await findUser(ctx, { emailOrId, includeInactive: true });
  await requireAdministratorOf(ctx, found.accountId);
  const { id: userId, organizationId } = found;
  const role = findRole(roleKey);
  if (!role) throw new Failure("badRequest", `roleKey: there is no role ${JSON.stringify(roleKey.slice(0, 100))}.`);
  if (userId === ctx.caller.userId)
    throw new Failure("forbidden", "You cannot change your own role. Ask another administrator.");
  await requireNotAbove(ctx, [role.key, ...users.rolesOf(found)]);
  await ctx.db.prisma.$transaction(async (tx) => {
    const user = await users.lock(tx, { organizationId, userId });
    if (!user) throw noSuchUser();
    const { roles } = await users.update(tx, user, { roles: [role.key] });
    const fields = { before: { roles: user.roles }, after: { roles } };
    await record(tx, ctx, { entity: "user", entityId: userId, action: "roleChanged", fields });
  });
  return presentRole(role);
}
