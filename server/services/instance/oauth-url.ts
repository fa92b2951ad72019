import type { Caller } from "#server/account/caller.ts";
import type { App, Context } from "#server/context.ts";
import type { AuthType } from "#server/element/auth/auth-type.ts";
import { authenticationOf } from "#server/element/auth/authentication-of.ts";
import { withoutCredentials } from "#server/element/auth/credentials.ts";
import { proxiedState } from "#server/element/auth/oauth-proxy.ts";
import { AUTH_TYPES, REQUEST_TOKENS, TYPE_KEY } from "#server/element/auth/registry.ts";
import { checkElementSecrets } from "#server/element/definition/element-secrets.ts";
import { entriesFor } from "#server/element/definition/fill-configuration.ts";
import { compileElement } from "#server/element/plan.ts";
import type { Configuration, ElementPorts } from "#server/element/ports.ts";
import type { Element } from "#server/element/shape.ts";
import { Failure } from "#server/errors.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import * as oauthProxies from "#server/store/element/oauth-proxies.ts";
import { refusedCredentials } from "../account/refused-credentials.ts";
import { findElement } from "../element/find-element.ts";
import { wholeOf } from "../element/present-element.ts";
import { codeVerifier } from "./code-verifier.ts";
import { elementPorts } from "./element-ports.ts";
import { runLifecycle } from "./lifecycle.ts";
import { isOk, textOf, tokenCall } from "./token-call.ts";

/** The parameters of an authorization URL; further values fill placeholders of the element's addresses. */
export type OauthValues = {
  apiKey?: string | undefined;
  apiSecret?: string | undefined;
  callbackUrl?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  requestToken?: string | undefined;
  /** Redirects through this proxy of the caller's organization, which redirects to `callbackUrl`. */
  oauthProxyName?: string | undefined;
} & Record<string, unknown>;

export type OauthContext = App & { caller: Caller | undefined; requestId: string };

/**
 * The address where a person grants access to an element. Without the application's own `state` it is the element's
 * key. Refuses badRequest if the element has no such address, or a value is missing or invalid in an address.
 */
export async function oauthUrl(
  ctx: OauthContext,
  { keyOrId, values }: { keyOrId: string; values: OauthValues },
): Promise<{ element: string; oauthUrl: string }> {
  const record = await findElement(ctx, keyOrId);
  const { oauthProxyName, ...others } = values;
  const through = oauthProxyName === undefined ? null : await findProxy(ctx, oauthProxyName);
  return { element: record.key, oauthUrl: await urlOf(ctx, record, others, through) };
}

/** The element of a grant: a stored one, or an unpublished definition. */
export type AuthorizedElement = Pick<
  ElementRecord,
  "id" | "key" | "name" | "organizationId" | "definition" | "extension"
>;

type Proxy = { callbackUrl: string };

async function findProxy({ db, env, caller }: OauthContext, name: string): Promise<Proxy> {
  if (!caller) throw refusedCredentials();
  const found = (await oauthProxies.list(db.prisma, caller.organizationId)).find((proxy) => proxy.name === name);
  if (!found)
    throw new Failure("notFound", `oauthProxyName: there is no OAuth proxy ${JSON.stringify(name.slice(0, 100))}.`);
  const path = `/elements/api-v2/elements/oauthProxies/${found.id}/callback`;
  return { callbackUrl: new URL(path, env.PUBLIC_URL).href };
}

/** The authorization URL of an element; through a proxy, if there is one. */
export async function urlOf(
  ctx: OauthContext,
  record: AuthorizedElement,
  { apiKey, apiSecret, state: own = record.key, callbackUrl: target, ...others }: OauthValues,
  through: Proxy | null = null,
): Promise<string> {
  const callbackUrl = through?.callbackUrl ?? target;
  if (through && !target)
    throw new Failure("badRequest", "callbackUrl: is required because the proxy redirects people to it.");
  const state = through && target ? proxiedState({ target, state: own }) : own;
  const values = { ...others, callbackUrl };
  const { configuration, type, plan } = grantOf(record, { apiKey, apiSecret, ...values });
  const [bypass] = plan.typesAt("authorizationUrl");
  if (bypass) {
    const query = { ...textsOf(values), state };
    const { reply } = await runLifecycle(
      plan,
      bypass,
      { configuration, query, isConnecting: true },
      portsOf(ctx, record),
    );
    return addressIn(reply?.body);
  }
  if (!type.authorizationUrl)
    throw new Failure("badRequest", `${record.key} does not use OAuth, so it has no authorization URL.`);
  const verifier = codeVerifier(ctx.env, {
    elementId: record.id,
    clientId: configuration["oauth.api.key"],
    callbackUrl: configuration["oauth.callback.url"],
    state: own,
  });
  return await type.authorizationUrl(configuration, { ...values, state, codeVerifier: verifier });
}

/** Whether the flow begins with a request token (OAuth 1), as the element is configured. */
export function needsRequestToken(record: AuthorizedElement, values: OauthValues): boolean {
  const { type, plan } = grantOf(record, values);
  return type.requestToken !== undefined && plan.typesAt("authorizationUrl").length === 0;
}

/** Whether a person grants access on a page of the provider, as the element is configured. */
export function needsConsent(record: AuthorizedElement, values: OauthValues, now: Date): boolean {
  const { configuration, type, plan } = grantOf(record, values);
  if (plan.typesAt("authorizationUrl").length > 0) return true;
  if (!type.authorizationUrl) return false;
  // Grants with an exchange need the values of the redirect; other grants need no person.
  return type.exchange?.(configuration, {}, { now, nonce: "" }) === null;
}

/** A request token of OAuth 1. Refuses badRequest for other elements, and what the provider refuses. */
export async function oauthRequestToken(
  ctx: Context,
  { keyOrId, values }: { keyOrId: string; values: OauthValues },
): Promise<{ token: string; secret: string }> {
  return requestTokenOf(ctx, await findElement(ctx, keyOrId), values);
}

/** A request token for an element that is not published. */
export async function requestTokenOf(
  ctx: Context,
  record: AuthorizedElement,
  values: OauthValues,
): Promise<{ token: string; secret: string }> {
  const { configuration, type, plan } = grantOf(record, values);
  const ports = portsOf(ctx, record);
  const [bypass] = plan.typesAt("requestToken");
  if (bypass) {
    const { reply } = await runLifecycle(
      plan,
      bypass,
      { configuration, query: textsOf(values), isConnecting: true },
      ports,
    );
    return requestTokenIn(type, reply?.body, ctx.now());
  }
  if (!type.requestToken)
    throw new Failure("badRequest", `${record.key} does not use OAuth 1, so it has no request token.`);
  const request = await type.requestToken(configuration, { now: ctx.now(), nonce: ports.nonce() });
  const reply = await tokenCall(ports, request);
  if (!isOk(reply)) {
    const text = textOf(reply.body, (given) => withoutCredentials(given, record.definition, configuration));
    throw new Failure(
      reply.code < 500 ? "badRequest" : "badGateway",
      `The provider returned no request token (status ${reply.code}).`,
      {
        ...(text !== undefined && { providerMessage: text }),
      },
    );
  }
  return requestTokenIn(type, reply.body, ctx.now());
}

function requestTokenIn({ readGrant }: AuthType, body: unknown, now: Date) {
  const grant = (readGrant ?? REQUEST_TOKENS.readGrant)?.(body, { now });
  return { token: grant?.["oauth.user.token"] ?? "", secret: grant?.["oauth.user.token.secret"] ?? "" };
}

/** The configuration to request a grant with, and the type of authentication that has grants. */
function grantOf(record: AuthorizedElement, { apiKey, apiSecret, callbackUrl, scope, ...values }: OauthValues) {
  const element = wholeOf(record);
  const chosen = oauthTypeOf(element, values);
  const given = { ...textsOf(values), [TYPE_KEY]: chosen };
  const defaults = entriesFor(element, given).flatMap(({ key, defaultValue }): [string, string][] =>
    defaultValue ? [[key, defaultValue]] : [],
  );
  const known = {
    "oauth.api.key": apiKey,
    "oauth.api.secret": apiSecret,
    "oauth.callback.url": callbackUrl,
    "oauth.scope": scope,
  };
  const configuration: Configuration = { ...Object.fromEntries(defaults), ...given, ...textsOf(known) };
  checkElementSecrets(element, { sent: { ...given, ...textsOf(known) }, configuration });
  const plan = compileElement(record.definition, record.extension?.definition ?? null);
  return { configuration, type: authenticationOf(element, configuration), plan };
}

/** The type that the caller names, else the first type of the element that has grants, else its only one. */
function oauthTypeOf({ authentication, configuration }: Element, values: Record<string, unknown>): string {
  const requestedType = values[TYPE_KEY];
  if (typeof requestedType === "string" && requestedType !== "") return requestedType;
  const options = configuration.find(({ key }) => key === TYPE_KEY)?.options ?? [];
  const offered = [authentication.type, ...options.map(({ value }) => value)];
  return (
    offered.find((name) =>
      Object.values(AUTH_TYPES).some(
        ({ type, authorizationUrl }) => type.toLowerCase() === name.toLowerCase() && authorizationUrl,
      ),
    ) ?? authentication.type
  );
}

/** There is no instance yet: changes to be stored are dropped, and no formula runs. */
function portsOf(ctx: OauthContext, { organizationId, name, definition }: AuthorizedElement): ElementPorts {
  const instance = { id: 0, name, organizationId };
  return {
    ...elementPorts(ctx as Context, { instance, plan: compileElement(definition) }),
    refresh: async () => null,
    saveConfiguration: async () => {},
    formula: () => Promise.reject(new Failure("badRequest", "A formula cannot run before an instance is connected.")),
  };
}

/** The values that are texts and not empty. */
export const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    ),
  );

/** A bypass resource responds with the address, or with an object that contains it. */
function addressIn(body: unknown): string {
  const { oauthUrl, url } = (typeof body === "object" && body !== null ? body : { url: body }) as Record<
    string,
    unknown
  >;
  const address = typeof oauthUrl === "string" ? oauthUrl : url;
  if (typeof address === "string" && /^https?:/.test(URL.parse(address)?.protocol ?? "")) return address;
  throw new Failure("badGateway", "The element's own resource for the authorization URL returned no URL.");
}
