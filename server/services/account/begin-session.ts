import type { App } from "#server/context.ts";
import * as audit from "#server/store/organization/audit.ts";
import * as sessions from "#server/store/organization/sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { presentAuthenticatedUser } from "./present-authenticated-user.ts";
import { hashOf, newSecret } from "./secrets.ts";

const SESSION_MS = 8 * 3600_000;

/** The client's address and User-Agent, by which people recognize their sessions. */
export type Client = { clientAddress: string; userAgent?: string | undefined };

const LONGEST_AGENT = 500;

/** Creates a session; its token is returned once and stored as a hash. */
export async function beginSession(
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
