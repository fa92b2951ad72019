import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { checkCode, hasSecondFactor } from "../account/check-code.ts";
import { requireAdministrator, requireAdministratorOf, requireNotAbove } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findUser } from "../user/find-user.ts";

/** Turns the caller's second factor off, with a code; refuses like `checkCode`. */
export async function turnSecondFactorOff(ctx: Context, code: string): Promise<void> {
  await checkOwnCode(ctx, code);
  await remove(ctx, ctx.caller.userId);
}

/**
 * Turns the second factor of a user off who lost their device, and signs them out everywhere, for administrators.
 * Refuses: forbidden for a user above the caller and for oneself.
 */
export async function resetSecondFactor(ctx: Context, emailOrId: string): Promise<void> {
  requireAdministrator(ctx);
  const user = await findUser(ctx, { emailOrId, includeInactive: true });
  await requireAdministratorOf(ctx, user.accountId);
  await requireNotAbove(ctx, users.rolesOf(user));
  if (user.id === ctx.caller.userId)
    throw new Failure(
      "forbidden",
      "You cannot reset your own two-factor authentication. Turn it off on your security page.",
    );
  await remove(ctx, user.id);
}

/** Checks a code of the caller's second factor. */
export async function checkOwnCode(ctx: Context, code: string): Promise<void> {
  const user = await users.find(ctx.db.prisma, ctx.caller);
  if (!user || !hasSecondFactor(user)) throw new Failure("conflict", "Two-factor authentication is off.");
  await checkCode(ctx, { user, code, clientAddress: ctx.clientAddress });
}

async function remove(ctx: Context, userId: number): Promise<void> {
  const { organizationId, userId: ownId } = ctx.caller;
  await ctx.db.prisma.$transaction(async (tx) => {
    await users.removeSecondFactor(tx, { organizationId, userId });
    if (userId !== ownId) await sessions.deleteOfUsers(tx, [userId]);
    await record(tx, ctx, { entity: "user", entityId: userId, action: "secondFactorDisabled" });
  });
}
