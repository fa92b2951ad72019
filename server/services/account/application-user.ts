import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";
import { checkPassword } from "./check-password.ts";
import { presentUser } from "./present-user.ts";
import { openSecrets } from "./read-secrets.ts";
import { hashAllowed, writePassword } from "./set-password.ts";

type World = App & { requestId: string };
type Who = { email: string; password: string | undefined; code?: string | undefined; clientAddress: string };

/**
 * A user with their secrets, by e-mail and password alone (`/applications/users`). Refuses: unauthorized,
 * tooManyRequests (see `checkPassword`).
 */
export async function readApplicationUser(world: World, who: Who) {
  const { ctx, user } = await byPassword(world, who);
  return notify(ctx, user);
}

/** Sets another password; refuses like `readApplicationUser`. */
export async function changeApplicationUser(world: World, { newPassword, ...who }: Who & { newPassword: string }) {
  const { ctx, user } = await byPassword(world, who);
  const passwordHash = await hashAllowed(ctx, newPassword, user);
  await ctx.db.prisma.$transaction((tx) => writePassword(ctx, tx, user, passwordHash));
  return notify(ctx, user);
}

async function byPassword(
  world: World,
  { email, password, code, clientAddress }: Who,
): Promise<{ ctx: Context; user: users.FullUser }> {
  if (password === undefined)
    throw new Failure("unauthorized", "Send the password in the header elements-user-password.");
  const user = await users.findByEmail(world.db.prisma, email);
  const isRight = await checkPassword(world, { name: email, user, password, code, clientAddress });
  if (!isRight || !user) throw new Failure("unauthorized", "The user name or the password is wrong.");
  return { ctx: { ...world, ...actingAs(world, users.callerOf(user)) }, user };
}

async function notify(ctx: Context, user: users.FullUser) {
  const { userSecret, organizationSecret } = await openSecrets(ctx, user);
  return { ...presentUser(user), secret: userSecret, organizationSecret };
}
