import { policyOf } from "#server/account/password-policy.ts";
import { type App, actingAs } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as users from "#server/store/organization/users.ts";
import { beginSession, type Client } from "./begin-session.ts";
import { checkPassword } from "./check-password.ts";
import { hashAllowed, writePassword } from "./set-password.ts";

const DAY_MS = 24 * 3600_000;

type Credentials = Client & {
  username: string;
  password: string;
  code?: string | undefined;
  /** The password to set if the present one has expired. */
  newPassword?: string | undefined;
};
type World = App & { requestId: string };

/**
 * Creates a session by name and password; its token is returned once and stored as a hash. Refuses: unauthorized,
 * tooManyRequests (see `checkPassword`), forbidden for an expired password without a new one, badRequest for a new one
 * that the policy does not allow.
 */
export async function signIn(app: World, { username, password, code, newPassword, ...client }: Credentials) {
  const name = username.trim();
  const user = await users.findByEmail(app.db.prisma, name);
  let newHash: string | undefined;
  async function renewExpired(user: users.FullUser) {
    if (!isExpired(user, app.now())) return;
    if (newPassword === undefined) throw expired();
    newHash = await hashAllowed(app, newPassword, user);
  }
  const { clientAddress } = client;
  const isRight = await checkPassword(app, { name, user, password, code, clientAddress, beforeCode: renewExpired });
  if (!isRight || !user) throw new Failure("unauthorized", "The user name or the password is wrong.");
  if (newHash !== undefined) await setPassword({ ...app, clientAddress }, user, newHash);
  return beginSession(app, user, { ...client, byProvider: false });
}

async function setPassword(app: World & { clientAddress: string }, user: users.FullUser, hash: string): Promise<void> {
  const ctx = { ...app, ...actingAs(app, users.callerOf(user)) };
  await ctx.db.prisma.$transaction((tx) => writePassword(ctx, tx, user, hash));
}

function isExpired({ organization, passwordChangedAt }: users.FullUser, now: Date): boolean {
  const { expirationDays } = policyOf(organization);
  return expirationDays > 0 && now.getTime() - passwordChangedAt.getTime() > expirationDays * DAY_MS;
}

const expired = () =>
  new Failure(
    "forbidden",
    "The password has expired. Set a new password with PUT /applications/users/{email}/password/reset.",
    { reason: "passwordExpired" },
  );
