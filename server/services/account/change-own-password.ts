import { UNKNOWN_ADDRESS } from "#server/client-address.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { hasSecondFactor } from "./check-code.ts";
import { checkPassword } from "./check-password.ts";
import { hashAllowed, writePassword } from "./set-password.ts";

/** Whether the caller signs in with a password of the product, and whether changing it needs a code as well. */
export async function readOwnPassword(ctx: Context) {
  const user = await ownUser(ctx);
  return { isUsed: !(await isByProvider(ctx)), needsCode: hasSecondFactor(user) };
}

type Input = { currentPassword: string; newPassword: string; code?: string | undefined };

/**
 * Changes the caller's password in their session, which continues; all others end. Refuses: badRequest for a wrong
 * current password and for a new one that the policy does not allow, conflict for users of a sign-in service, and like
 * `checkPassword`.
 */
export async function changeOwnPassword(ctx: Context, { currentPassword, newPassword, code }: Input): Promise<void> {
  const user = await ownUser(ctx);
  if (await isByProvider(ctx))
    throw new Failure(
      "conflict",
      "You sign in with the sign-in service of your organization. Change the password there.",
    );
  let passwordHash = "";
  const isRight = await checkPassword(ctx, {
    ...{ name: user.email, user, password: currentPassword, code, clientAddress: ctx.clientAddress ?? UNKNOWN_ADDRESS },
    beforeCode: async () => {
      passwordHash = await hashAllowed(ctx, newPassword, user);
    },
  });
  if (!isRight) throw new Failure("badRequest", "The current password is wrong.", { reason: "currentPasswordWrong" });
  await ctx.db.prisma.$transaction((tx) => writePassword(ctx, tx, user, passwordHash, ctx.caller.sessionId));
}

async function ownUser(ctx: Context): Promise<users.FullUser> {
  const user = await users.find(ctx.db.prisma, ctx.caller);
  if (!user) throw new Failure("notFound", "This user no longer exists.");
  return user;
}

async function isByProvider({ db, caller: { userId, sessionId } }: Context): Promise<boolean> {
  return sessionId !== undefined && (await sessions.isByProvider(db.prisma, { userId, sessionId }));
}
