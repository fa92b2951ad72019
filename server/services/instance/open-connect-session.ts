import type { Caller } from "#server/account/caller.ts";
import { originOfToken } from "#server/connect-token.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { ConnectSession } from "#server/generated/prisma/client.ts";
import * as connectSessions from "#server/store/connect-session/connect-sessions.ts";
import * as users from "#server/store/organization/users.ts";
import { hashOf } from "../account/secrets.ts";

type World = App & { requestId: string };
export type Opened = { session: ConnectSession; ctx: Context };

const MOST_ATTEMPTS = 20;

/** A user's rights as far as they concern one account: what belongs to the account, and what it may use. */
export const asOwnerOf = (caller: Caller, accountId: number): Caller => ({
  ...caller,
  accountId,
  seesAllAccounts: caller.seesAllAccounts && accountId === caller.accountId,
});

/**
 * The session of a token, with the rights of its creator in its account. Refuses (badRequest) a session that is unknown,
 * has expired or was used, or whose creator has no access any more.
 */
export async function openConnectSession(app: World, token: string): Promise<Opened> {
  const isOurs = originOfToken(app.env.NEXTAUTH_SECRET, token) !== undefined;
  const session = isOurs ? await connectSessions.findByToken(app.db.prisma, hashOf(token)) : null;
  return openSession(app, session);
}

/** The session of a person who returns from the provider; it was claimed when they left. */
export async function reopenConnectSession(
  app: World,
  key: { organizationId: number; connectSessionId: string },
): Promise<Opened> {
  const { organizationId, connectSessionId } = key;
  return openSession(app, await connectSessions.find(app.db.prisma, { organizationId }, connectSessionId));
}

async function openSession(app: World, session: ConnectSession | null): Promise<Opened> {
  if (!session || session.expiresAt <= app.now()) throw refused("it has expired");
  if (session.elementInstanceId !== null) throw refused("it was already used");
  const user = await users.find(app.db.prisma, session);
  if (!user || !users.hasAccess(user)) throw refused("it is not valid any more");
  return { session, ctx: { ...app, ...actingAs(app, asOwnerOf(users.callerOf(user), session.accountId)) } };
}

/**
 * Makes one attempt to connect: two at once are refused (conflict), and a session that succeeded cannot be used again.
 * After a failed attempt there can be another, up to a limit.
 */
export async function attempt<Instance extends { id: number }>(
  { session, ctx }: Opened,
  connect: () => Promise<Instance>,
): Promise<Instance> {
  const { db, now } = ctx;
  if (!(await connectSessions.claim(db.pool, session, { now: now(), attempts: MOST_ATTEMPTS })))
    throw new Failure("conflict", "This page is in use, or was used too often. Ask for a new link.");
  const instance = await connect().catch(async (error: unknown) => {
    await connectSessions.release(db.prisma, session);
    throw error;
  });
  await connectSessions.complete(db.prisma, session, instance.id);
  return instance;
}

const refused = (why: string) => new Failure("badRequest", `This page cannot be used: ${why}. Ask for a new link.`);
