import { type App, actingAs, type Context } from "#server/context.ts";
import * as users from "#server/store/organization/users.ts";

/** The context of services that act for the owner of a formula instance. */
export async function asOwnerOf(app: App, formulaInstanceId: number): Promise<Context> {
  const { organizationId, userId } = await app.db.prisma.formulaInstance.findFirstOrThrow({
    where: { id: formulaInstanceId },
  });
  return asUser(app, { organizationId, userId });
}

/** The context of services that act for a user. */
export async function asUser(app: App, of: { organizationId: number; userId: number }): Promise<Context> {
  const user = await users.find(app.db.prisma, of);
  if (!user) throw new Error(`There is no user ${of.userId}.`);
  return { ...app, requestId: "test", ...actingAs(app, users.callerOf(user)) };
}
