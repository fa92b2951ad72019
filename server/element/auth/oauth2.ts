import { Failure } from "#server/errors.ts";
import { isRecord } from "../bare-record.ts";
import { base64, base64Url } from "../base64.ts";
import type { Configuration, ProviderRequest } from "../ports.ts";
import { defineAuthType } from "./auth-type.ts";
import { authorEntry, choiceEntry, internalEntry } from "./entry.ts";
import { ACCESS_TOKEN, AUTHORIZATION_URL, addressIn, clientEntries, valueIn } from "./oauth-client.ts";
import { lifeOf, tokenFields, tokenOf } from "./token-reply.ts";

/** A token is refreshed this long before it expires, or in the last fifth of its lifetime if that is shorter. */
const EARLY_MS = 5 * 60_000;

/**
 * OAuth 2.0 (RFC 6749): the authorization code, or with `oauth.grant.type` = `client_credentials` the client alone. The
 * client authenticates in the form, or with `oauth.basic.header` = `true` in the header. With `oauth.pkce` = `true` the
 * code is bound to a verifier (RFC 7636, S256), passed as `codeVerifier`.
 */
export const oauth2 = defineAuthType({
  type: "oauth2",
  label: "OAuth 2.0",
  summary: "A person grants access at the provider. The token is refreshed automatically.",
  configuration: [
    ...clientEntries({ id: "Client id", secret: "Client secret" }),
    AUTHORIZATION_URL,
    authorEntry("oauth.token.url", "TEXTFIELD_1000", "Token URL", "Where a code is exchanged for a token"),
    authorEntry(
      "oauth.token.refresh_url",
      "TEXTFIELD_1000",
      "Refresh URL",
      "Where a token is refreshed, if not at the token URL",
    ),
    authorEntry("oauth.token.revoke_url", "TEXTFIELD_1000", "Revoke URL", "Where a token is revoked"),
    authorEntry(
      "oauth.basic.header",
      "BOOLEAN",
      "Client in header",
      "Send client id and secret as HTTP Basic on token calls",
      "false",
    ),
    authorEntry("oauth.pkce", "BOOLEAN", "PKCE", "Bind the code to a verifier (S256)", "false"),
    choiceEntry(
      "oauth.grant.type",
      ["TEXTFIELD_64", "Grant type", "Whether a person grants access, or the client alone has it"],
      ["authorization_code", "client_credentials"],
    ),
    ACCESS_TOKEN,
    internalEntry("oauth.user.refresh_token", "TEXTFIELD_1000", "Refresh token", "The user's refresh token"),
    internalEntry(
      "oauth.user.refresh_interval",
      "TEXTFIELD_32",
      "Refresh interval",
      "Seconds until an access token is refreshed, unless it ends sooner",
      "3600",
    ),
    internalEntry(
      "oauth.user.expires_in",
      "TEXTFIELD_32",
      "Lifetime",
      "Seconds that the access token lives, as the provider says; empty when it does not say",
    ),
    internalEntry(
      "oauth.user.refresh_time",
      "TEXTFIELD_32",
      "Refresh time",
      "When the token was given, in milliseconds since 1970",
    ),
  ],

  providerData: "code is",

  required: (configuration) => [...(isByClient(configuration) ? [] : ["oauth.authorization.url"]), "oauth.token.url"],
  unused: (configuration) =>
    isByClient(configuration)
      ? ["oauth.callback.url", "oauth.authorization.url", "oauth.token.refresh_url", "oauth.pkce"]
      : [],

  fromOpenApi({ type, flows, flow, ...old }) {
    if (type === "openIdConnect")
      return {
        problem: "Set oauth.authorization.url and oauth.token.url: the description only names a discovery URL.",
      };
    if (type !== "oauth2") return undefined;
    const offered = isRecord(flows) ? flows : {};
    const code =
      [offered.authorizationCode, offered.clientCredentials, offered.implicit, offered.password].find(isRecord) ?? old;
    const isByClient =
      flow === "application" || (!isRecord(offered.authorizationCode) && isRecord(offered.clientCredentials));
    const scopes = isRecord(code.scopes) ? Object.keys(code.scopes).join(" ") : "";
    const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
    return {
      settings: [
        { key: "oauth.authorization.url", name: "Authorization URL", value: text(code.authorizationUrl) },
        { key: "oauth.token.url", name: "Token URL", value: text(code.tokenUrl) },
        { key: "oauth.token.refresh_url", name: "Refresh URL", value: text(code.refreshUrl) ?? text(code.tokenUrl) },
        { key: "oauth.scope", name: "Scope", value: text(scopes) },
        { key: "oauth.grant.type", name: "Grant type", value: isByClient ? "client_credentials" : undefined },
      ],
      ...(!isByClient && !(text(code.authorizationUrl) && text(code.tokenUrl)) && { problem: NO_CODE_FLOW }),
    };
  },

  authorize({ "oauth.user.token": token }) {
    return token ? { headers: { authorization: `Bearer ${token}` } } : {};
  },

  async authorizationUrl(configuration, values) {
    const { state, callbackUrl, scope, codeVerifier } = values;
    const url = addressIn(configuration, "oauth.authorization.url", values);
    const query = {
      response_type: "code",
      client_id: valueIn(configuration, "oauth.api.key"),
      redirect_uri: callbackUrl ?? configuration["oauth.callback.url"],
      scope: scope ?? configuration["oauth.scope"],
      state,
      ...(isOn(configuration["oauth.pkce"]) && {
        code_challenge: await challengeFor(textOf(codeVerifier, "codeVerifier")),
        code_challenge_method: "S256",
      }),
    };
    for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
    return url.href;
  },

  exchange(configuration, { code, codeVerifier }) {
    if (isByClient(configuration)) return byClient(configuration);
    if (typeof code !== "string" || code === "") return null;
    return tokenRequest(configuration, "oauth.token.url", {
      grant_type: "authorization_code",
      code,
      redirect_uri: configuration["oauth.callback.url"],
      code_verifier: isOn(configuration["oauth.pkce"]) ? textOf(codeVerifier, "codeVerifier") : undefined,
    });
  },

  refresh(configuration) {
    if (isByClient(configuration)) return byClient(configuration);
    const refreshToken = configuration["oauth.user.refresh_token"];
    if (!refreshToken) return null;
    return tokenRequest(
      configuration,
      configuration["oauth.token.refresh_url"] ? "oauth.token.refresh_url" : "oauth.token.url",
      {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      },
    );
  },

  revoke(configuration) {
    const { "oauth.user.refresh_token": refreshToken, "oauth.user.token": token } = configuration;
    if (!configuration["oauth.token.revoke_url"] || !(refreshToken || token)) return null;
    // A server that revokes a refresh token also revokes the access tokens issued with it (RFC 7009 §2.1).
    return tokenRequest(configuration, "oauth.token.revoke_url", {
      token: refreshToken || token,
      token_type_hint: refreshToken ? "refresh_token" : "access_token",
    });
  },

  /** Fields that are missing in the new grant stay: a refresh token that was not replaced remains valid (F09). */
  readGrant(body, { now }) {
    const fields = tokenFields(body);
    const life = lifeOf(fields);
    return {
      "oauth.user.token": tokenOf(fields, "access_token"),
      ...(fields.refresh_token ? { "oauth.user.refresh_token": tokenOf(fields, "refresh_token") } : {}),
      "oauth.user.expires_in": life ?? "",
      "oauth.user.refresh_time": String(now.getTime()),
    };
  },

  basicCredentials: (configuration) =>
    configuration["oauth.api.secret"] ? clientCredentials(configuration) : undefined,

  refreshAt(configuration) {
    const givenAt = Number(configuration["oauth.user.refresh_time"] || NaN);
    const lives = [configuration["oauth.user.refresh_interval"], configuration["oauth.user.expires_in"]]
      .map((seconds) => Number(seconds || NaN) * 1000)
      .filter((ms) => !Number.isNaN(ms));
    const lifeMs = Math.min(...lives);
    const at = givenAt + lifeMs - Math.min(EARLY_MS, lifeMs / 5);
    return Math.abs(at) <= 8.64e15 ? new Date(at) : undefined;
  },
});

const NO_CODE_FLOW =
  "Set oauth.authorization.url and oauth.token.url: the description has neither an authorization code nor a client credentials flow.";

const isOn = (value: string | undefined) => value?.trim().toLowerCase() === "true";
const isByClient = (configuration: Configuration) => configuration["oauth.grant.type"] === "client_credentials";

const byClient = (configuration: Configuration) =>
  tokenRequest(configuration, "oauth.token.url", {
    grant_type: "client_credentials",
    scope: configuration["oauth.scope"],
  });

function tokenRequest(
  configuration: Configuration,
  key: "oauth.token.url" | "oauth.token.refresh_url" | "oauth.token.revoke_url",
  fields: Record<string, string | undefined>,
): ProviderRequest {
  const { "oauth.api.key": id = "", "oauth.api.secret": secret = "" } = configuration;
  const inHeader = isOn(configuration["oauth.basic.header"]);
  const form = new URLSearchParams();
  const all = { ...fields, ...(inHeader ? {} : { client_id: id, client_secret: secret }) };
  for (const [name, value] of Object.entries(all)) if (value) form.set(name, value);
  return {
    method: "POST",
    url: addressIn(configuration, key).href,
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...(inHeader && { authorization: `Basic ${clientCredentials(configuration)}` }),
    },
    body: form.toString(),
  };
}

/** Both are form-encoded before they are joined (RFC 6749 §2.3.1). */
const clientCredentials = ({ "oauth.api.key": id = "", "oauth.api.secret": secret = "" }: Configuration): string =>
  base64(`${formEncode(id)}:${formEncode(secret)}`);

const formEncode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);

function textOf(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new Failure("badRequest", `${name}: is required, because oauth.pkce is on.`);
}

/** By the platform's own digest, so that browsers, which show the type, load no other. */
const challengeFor = async (verifier: string): Promise<string> =>
  base64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
