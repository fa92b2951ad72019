import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as audit from "#server/store/audit.ts";
import * as sessions from "#server/store/sessions.ts";
import * as users from "#server/store/users.ts";
import { checkPassword } from "./check-password.ts";
import { presentUser } from "./present-user.ts";
import { hashOf, newSecret } from "./secrets.ts";

const SESSION_MS = 8 * 3600_000;

/** Begins a session by name and password; its token is shown once and kept as a hash (contract elements §1.2). */
export async function signIn(app: App, { username, password }: { username: string; password: string }) {
  const name = username.trim();
  const user = await users.findByEmail(app.db.prisma, name);
  const isRight = await checkPassword(app, { name, user, password });
  if (!isRight || !user) throw new Failure("unauthorized", "The user name or the password is wrong.");

  const token = newSecret();
  const expiresAt = new Date(app.now().getTime() + SESSION_MS);
  const { id: userId, organizationId, accountId, role } = user;
  await app.db.prisma.$transaction(async (tx) => {
    await sessions.deleteExpired(tx, app.now());
    await sessions.insert(tx, { tokenHash: hashOf(token), userId, expiresAt });
    await audit.insert(tx, {
      organizationId,
      accountId,
      userId,
      entity: "user",
      entityId: String(userId),
      action: "signedIn",
    });
  });
  const isAdministrator = role === "administrator";
  return {
    ...presentUser(user),
    token,
    accountName: user.account.name,
    organizationName: user.organization.name,
    accountAdmin: isAdministrator,
    organizationAdmin: isAdministrator && user.account.isDefault,
  };
}
