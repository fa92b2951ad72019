import type { AuditAction } from "#server/account/audit-kinds.ts";
import { findRole, highestRole } from "#server/account/roles.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";
import { presentRole, presentRoles } from "../account/present-role.ts";
import { requireAdministrator, requireAdministratorOf, requireNotAbove } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { idOf, lookUp, noSuchUser, sees } from "./find-user.ts";

type Grant = { emailOrId: string; roleKey: string };

/** A user's own roles; only administrators see those of others. */
export async function listUserRoles(ctx: Context, emailOrId: string) {
  await refuseMissing(ctx, emailOrId);
  const user = await visible(ctx, emailOrId);
  if (user.id !== ctx.caller.userId) requireAdministrator(ctx);
  return presentRoles(user.roles);
}

/**
 * Grants a role to a user. Refuses in this order: notFound for an unknown user, badRequest for an unknown role,
 * forbidden for users of other accounts, oneself and roles above one's own, conflict for a role that the user already
 * has.
 */
export async function grantUserRole(ctx: Context, grant: Grant) {
  const { user, role } = await refuse(ctx, grant);
  await change(ctx, user, "roleGranted", (roles) => {
    if (roles.includes(role.key)) throw new Failure("conflict", `The user already has the role ${role.key}.`);
    return [...roles, role.key];
  });
  return presentRole(role);
}

/**
 * Revokes a role; refuses like granting, notFound if they do not have it, and conflict if they could do more without it:
 * a user without roles is a designer.
 */
export async function revokeUserRole(ctx: Context, grant: Grant) {
  const { user, role } = await refuse(ctx, grant);
  await change(ctx, user, "roleRevoked", (roles) => {
    if (!roles.includes(role.key)) throw new Failure("notFound", `The user does not have the role ${role.key}.`);
    const left = roles.filter((key) => key !== role.key);
    if (highestRole(left).rank > highestRole(roles).rank)
      throw new Failure(
        "conflict",
        `Without the role ${role.key} the user could change things. To permit that, grant the role org; otherwise deactivate the user.`,
      );
    return left;
  });
  return {};
}

async function refuse(ctx: Context, { emailOrId, roleKey }: Grant) {
  requireAdministrator(ctx);
  await refuseMissing(ctx, emailOrId);
  const role = findRole(roleKey);
  if (!role) throw new Failure("badRequest", `roleKey: there is no role ${JSON.stringify(roleKey.slice(0, 100))}.`);
  const user = await visible(ctx, emailOrId);
  await requireAdministratorOf(ctx, user.accountId);
  if (user.id === ctx.caller.userId)
    throw new Failure("forbidden", "You cannot change your own roles. Ask another administrator.");
  await requireNotAbove(ctx, [role.key]);
  await requireNotAbove(ctx, users.rolesOf(user));
  return { user, role };
}

/** notFound only for a user that does not exist; a user of another organization is forbidden. */
async function refuseMissing(ctx: Context, emailOrId: string): Promise<void> {
  const { installation } = ctx.db;
  const userId = idOf(emailOrId);
  const isThere =
    (userId !== undefined && (await users.exists(installation, userId))) ||
    (await users.findByEmail(installation, emailOrId)) !== null;
  if (!isThere) throw noSuchUser();
}

async function visible(ctx: Context, emailOrId: string): Promise<users.FullUser> {
  const found = await lookUp(ctx, emailOrId);
  if (!found || !sees(ctx, found))
    throw new Failure(
      "forbidden",
      "This user does not belong to your account. Ask an administrator of the organization.",
    );
  return found;
}

const change = (
  ctx: Context,
  { id: userId, organizationId }: users.FullUser,
  action: AuditAction,
  to: (roles: string[]) => string[],
) =>
  ctx.db.prisma.$transaction(async (tx) => {
    const user = await users.lock(tx, { organizationId, userId });
    if (!user) throw noSuchUser();
    const { roles } = await users.update(tx, user, { roles: to(user.roles) });
    const fields = { before: { roles: user.roles }, after: { roles } };
    await record(tx, ctx, { entity: "user", entityId: userId, action, fields });
  });
