import { embeddingOrigin } from "#server/account/embedding-origin.ts";
import { connectToken } from "#server/connect-token.ts";
import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as connectSessions from "#server/store/connect-session/connect-sessions.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as accounts from "#server/store/organization/accounts.ts";
import { requireDesigner } from "../account/require-role.ts";
import { hashOf, newSecret } from "../account/secrets.ts";
import { record } from "../audit/record.ts";
import { findElement } from "../element/find-element.ts";
import { asOwnerOf } from "../instance/open-connect-session.ts";

const MINUTE_MS = 60_000;

export type NewConnectSession = {
  element: string | number;
  /** The account of the instance; by default the caller's. */
  accountId?: number | undefined;
  /** The account by the external id of the customer. */
  accountExternalId?: string | undefined;
  name?: string | undefined;
  externalReference?: string | undefined;
  tags?: string[] | undefined;
  allowedOrigin: string;
  expiresInMinutes: number;
};

/**
 * Creates a page by which a customer connects one account, without being a user. Its address is in this response only.
 * Refuses: notFound for an element or account that the caller, or the account, does not see; badRequest for an origin
 * that is not one.
 */
export async function createConnectSession(ctx: Context, input: NewConnectSession) {
  requireDesigner(ctx);
  const { caller, db, vault, env } = ctx;
  const { externalReference, tags = [] } = input;
  const origin = embeddingOrigin(input.allowedOrigin);
  if (origin === undefined)
    throw new Failure(
      "badRequest",
      "allowedOrigin: must be an origin such as https://app.example.com, without a path. Use https, except on your own machine.",
    );
  const { id: accountId } = await accountFor(ctx, input);
  const element = await findElement({ db, vault, caller: asOwnerOf(caller, accountId) }, input.element);
  const token = connectToken(env.NEXTAUTH_SECRET ?? "", { random: newSecret(), origin });
  const session = await db.prisma.$transaction(async (tx) => {
    const { organizationId, userId } = caller;
    const inserted = await connectSessions.insert(tx, {
      ...{ organizationId, accountId, userId, elementId: element.id, origin, tags },
      name: input.name ?? element.name,
      externalReference: externalReference ?? null,
      tokenHash: hashOf(token),
      expiresAt: new Date(ctx.now().getTime() + input.expiresInMinutes * MINUTE_MS),
    });
    await record(tx, ctx, { entity: "connectSession", entityId: inserted.id, action: "created" });
    return inserted;
  });
  return { ...present(session, ctx.now()), url: new URL(`/connect/${token}`, env.PUBLIC_URL).href };
}

/** The active account of the instance, which the caller sees; by default their own. */
async function accountFor({ caller, db }: Context, { accountId, accountExternalId: externalId }: NewConnectSession) {
  if (externalId === undefined) {
    const id = accountId ?? caller.accountId;
    const account = await accounts.find(db.prisma, caller, id);
    if (!account?.active) throw new Failure("notFound", `There is no active account ${id}.`);
    return account;
  }
  if (accountId !== undefined) throw new Failure("badRequest", "accountExternalId: cannot be sent with accountId.");
  const [found, another] = await accounts.findByExternalId(db.prisma, caller, externalId);
  if (!found)
    throw new Failure("notFound", `There is no active account with the externalId ${JSON.stringify(externalId)}.`);
  if (another)
    throw new Failure(
      "conflict",
      `accountExternalId: several accounts have the externalId ${JSON.stringify(externalId)}. Send the accountId.`,
    );
  return found;
}

/** The state of a session, for the application that created it; refuses notFound. */
export async function readConnectSession(ctx: Context, connectSessionId: string) {
  const session = await connectSessions.find(ctx.db.prisma, ownScope(ctx.caller), connectSessionId);
  if (!session) throw new Failure("notFound", "There is no such connect session.");
  return present(session, ctx.now());
}

type Shown = Awaited<ReturnType<typeof connectSessions.insert>>;

function present(session: Shown, now: Date) {
  const { id, accountId, elementId, name, externalReference, tags, origin, elementInstanceId, expiresAt } = session;
  const isOver = expiresAt <= now;
  return {
    ...{ id, accountId, elementId, name, tags, allowedOrigin: origin },
    ...(externalReference !== null && { externalReference }),
    ...(elementInstanceId !== null && { elementInstanceId }),
    status: elementInstanceId !== null ? ("connected" as const) : isOver ? ("expired" as const) : ("open" as const),
    expiresDate: isoSeconds(expiresAt),
  };
}
