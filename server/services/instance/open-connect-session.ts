import type { Caller } from "#server/account/caller.ts";
import { originOfToken } from "#server/connect-token.ts";
import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure, type FailureReason } from "#server/errors.ts";
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
  if (originOfToken(app.env.NEXTAUTH_SECRET, token) === undefined)
    throw refused("linkUnknown", "its address is not one of ours. Check that it is complete, or ask for a new link.");
  return openSession(app, await connectSessions.findByToken(app.db.prisma, hashOf(token)));
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
  if (session && session.elementInstanceId !== null)
    throw refused("linkUsed", "it was already used. Ask for a new link.");
  // We signed its address, so it was deleted some time after its end.
  if (!session || session.expiresAt <= app.now()) throw refused("linkExpired", "it has expired. Ask for a new link.");
  const user = await users.find(app.db.prisma, session);
  if (!user || !users.hasAccess(user)) throw refused("linkEnded", "it is not valid any more. Ask for a new link.");
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
    throw new Failure("conflict", "This page is in use, or was used too often. Ask for a new link.", {
      reason: "linkBusy",
    });
  const instance = await connect().catch(async (error: unknown) => {
    await connectSessions.release(db.prisma, session);
    throw forCustomers(error);
  });
  await connectSessions.complete(db.prisma, session, instance.id);
  return instance;
}

const refused = (reason: FailureReason, why: string) =>
  new Failure("badRequest", `This page cannot be used: ${why}`, { reason });

/** A refusal of the provider without the words of authors of elements, as a customer cannot know them. */
function forCustomers(error: unknown): unknown {
  if (!(error instanceof Failure && error.cause instanceof Failure)) return error;
  const { kind, providerMessage, cause } = error;
  const isAboutCredentials = cause.kind === "unauthorized" || cause.kind === "forbidden";
  const [reason, message] = isAboutCredentials
    ? (["credentialsRefused", "The provider does not accept what you entered. Check it, and try again."] as const)
    : (["connectionRefused", "The provider did not let you connect. Check what you entered, and try again."] as const);
  return new Failure(kind, message, { reason, providerMessage, cause: error });
}
