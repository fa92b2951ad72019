import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { requireAdministrator, requireAdministratorOf, requireNotAbove } from "../account/require-role.ts";
import { record } from "../audit/record.ts";
import { findUser } from "../user/find-user.ts";

/** Signs the caller out of one of their sessions; refuses notFound. */
export async function endSession(ctx: Context, sessionId: string) {
  await ctx.db.prisma.$transaction(async (tx) => {
    if ((await sessions.end(tx, ctx.caller.userId, { id: sessionId })) === 0)
      throw new Failure("notFound", "You have no such session. It may have ended already.");
    await record(tx, ctx, { entity: "user", entityId: ctx.caller.userId, action: "sessionsEnded" });
  });
}

/** Signs the caller out everywhere else. */
export async function endOtherSessions(ctx: Context): Promise<{ ended: number }> {
  const { userId, sessionId } = ctx.caller;
  if (sessionId === undefined) throw new Failure("badRequest", "Only a session can end the other sessions.");
  return ctx.db.prisma.$transaction(async (tx) => {
    const ended = await sessions.end(tx, userId, { except: sessionId });
    if (ended > 0) await record(tx, ctx, { entity: "user", entityId: userId, action: "sessionsEnded" });
    return { ended };
  });
}

/** Signs a user out everywhere, for administrators; refuses forbidden for a user above the caller. */
export async function endSessionsOfUser(ctx: Context, emailOrId: string): Promise<void> {
  requireAdministrator(ctx);
  const user = await findUser(ctx, { emailOrId, includeInactive: true });
  await requireAdministratorOf(ctx, user.accountId);
  await requireNotAbove(ctx, users.rolesOf(user));
  await ctx.db.prisma.$transaction(async (tx) => {
    await sessions.deleteOfUsers(tx, [user.id]);
    await record(tx, ctx, { entity: "user", entityId: user.id, action: "sessionsEnded" });
  });
}
