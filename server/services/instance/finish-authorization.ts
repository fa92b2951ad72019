import { type App, actingAs, type Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as elements from "#server/store/element/elements.ts";
import * as users from "#server/store/organization/users.ts";
import { wholeOf } from "../element/present-element.ts";
import { changeInstance } from "./change-instance.ts";
import { type ConnectState, redeemState } from "./connect-state.ts";
import { createInstance } from "./create-instance.ts";
import { attempt, type Opened, reopenConnectSession } from "./open-connect-session.ts";

export type Granted = Record<string, string> & { state: string };

/**
 * The second half of the authorization: creates the instance that the state describes, or reauthorizes it, as the user
 * who started it. Refuses badRequest for an unusable state, and for a response of another provider than the expected
 * one (F03).
 */
export async function finishAuthorization(
  app: App & { requestId: string },
  { granted, cookies }: { granted: Granted; cookies: Record<string, string> },
): Promise<{ id: number; name: string; elementKey: string }> {
  const { state: text, iss, ...values } = granted;
  const state = await redeemState(app, text, cookies);
  const hosted = await hostedBy(app, state);
  const ctx: Context = hosted?.ctx ?? { ...app, ...actingAs(app, await callerOf(app, state)) };
  const element = await elements.find(app.db.prisma, app.vault, ctx.caller, state.elementId);
  if (!element) throw new Failure("badRequest", "The element no longer exists.");
  if (iss !== undefined) refuseOthers(iss, { ...defaultsOf(element), ...state.configuration });
  const { elementInstanceId, name, tags, configuration, tokenSecret } = state;
  const providerData = { ...values, state: text, ...(tokenSecret !== undefined && { secret: tokenSecret }) };
  const connect = async () =>
    elementInstanceId === undefined
      ? (await createInstance(ctx, { keyOrId: state.elementId, input: { name, tags, configuration, providerData } }))
          .instance
      : (await changeInstance(ctx, { address: { elementInstanceId }, configuration, providerData })).instance;
  const instance = hosted ? await attempt(hosted, connect) : await connect();
  return { id: instance.id, name: instance.name, elementKey: element.key };
}

/** The session of the hosted connect page on which the authorization began, if it did. */
async function hostedBy(
  app: App & { requestId: string },
  { organizationId, connectSessionId }: ConnectState,
): Promise<Opened | undefined> {
  return connectSessionId === undefined ? undefined : reopenConnectSession(app, { organizationId, connectSessionId });
}

async function callerOf({ db }: Pick<App, "db">, { organizationId, userId }: ConnectState): Promise<Context["caller"]> {
  const user = await users.find(db.prisma, { organizationId, userId });
  if (!user || !users.hasAccess(user))
    throw new Failure("badRequest", "The user who started to connect was deleted or disabled.");
  return users.callerOf(user);
}

const defaultsOf = (element: elements.ElementRecord): Record<string, string> =>
  Object.fromEntries(
    wholeOf(element).configuration.flatMap(({ key, defaultValue }) => (defaultValue ? [[key, defaultValue]] : [])),
  );

/** `iss` (RFC 9207) must be `oauth.issuer`; without that, have the same host as the element's addresses. */
function refuseOthers(iss: string, configuration: Record<string, string>): void {
  const issuer = configuration["oauth.issuer"];
  const hosts = ["oauth.authorization.url", "oauth.token.url"].map((key) => hostOf(configuration[key]));
  const isKnown = issuer ? iss === issuer : hosts.includes(hostOf(iss)) && hostOf(iss) !== undefined;
  // A host that depends on the instance's values cannot be compared.
  if (isKnown || (!issuer && hosts.some((host) => host === undefined))) return;
  throw new Failure("badRequest", "Access was granted by a different provider than the requested one.");
}

const hostOf = (address: string | undefined): string | undefined =>
  address === undefined || address.includes("{") ? undefined : URL.parse(address)?.host;
