import { policyOf } from "#server/account/password-policy.ts";
import { type App, actingAs } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { checkPassword } from "./check-password.ts";
import { presentAuthenticatedUser } from "./present-authenticated-user.ts";
import { hashOf, newSecret } from "./secrets.ts";
import { hashAllowed, writePassword } from "./set-password.ts";

const SESSION_MS = 8 * 3600_000;
const DAY_MS = 24 * 3600_000;

/** The client's address and User-Agent, by which people recognize their sessions. */
type Client = { clientAddress: string; userAgent?: string | undefined };
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

/**
 * Creates a session for a user authenticated by OpenID Connect, by their e-mail address. Refuses (forbidden) an unknown
 * address, since users cannot sign themselves up.
 */
export async function signInByOidc(app: App, { email, ...client }: Client & { email: string }) {
  const user = await users.findByEmail(app.db.prisma, email.trim());
  if (!user || !users.hasAccess(user))
    throw new Failure("forbidden", "No user has this e-mail address. Ask an administrator for an invitation.");
  return beginSession(app, user, { ...client, byProvider: true });
}

const LONGEST_AGENT = 500;

async function beginSession(
  app: App,
  user: users.FullUser,
  { clientAddress: address, userAgent, byProvider }: Client & { byProvider: boolean },
) {
  const token = newSecret();
  const now = app.now();
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const { id: userId, organizationId, accountId } = user;
  await app.db.prisma.$transaction(async (tx) => {
    await sessions.deleteExpired(tx, now);
    await sessions.insert(tx, {
      ...{ tokenHash: hashOf(token), userId, expiresAt, address, byProvider },
      userAgent: userAgent?.slice(0, LONGEST_AGENT) ?? null,
    });
    await users.signedIn(tx, user, now);
    await audit.insert(tx, {
      organizationId,
      accountId,
      userId,
      entity: "user",
      entityId: String(userId),
      action: "signedIn",
      address,
    });
  });
  return { ...presentAuthenticatedUser({ ...user, lastLoginAt: now }), token };
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
