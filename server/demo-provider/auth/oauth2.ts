import { createHash, randomUUID } from "node:crypto";
import { type Call, fieldsOf, ok, type Refusal, type Reply, type Route } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import type { Dial } from "../dial.ts";
import { consentPage, wordsPage } from "./consent-page.ts";
import { isSame } from "./is-same.ts";
import { once } from "./once.ts";
import { type Claims, claimsOf, tokenOf } from "./tokens.ts";

const CODE_MS = 60_000;
const GRANT_MS = 365 * 86_400_000;

export type OAuth2 = {
  routes: Route[];
  /** Whether an access token is valid for a provider. */
  check: (token: string | undefined, provider: string) => "good" | "invalid" | "expired" | "revoked" | "scope";
};

/**
 * The demo's OAuth 2 server for all providers (RFC 6749, 7009, 7636): `scope` lists the names of the providers that it
 * grants access to. Refresh tokens rotate: each can be used once. The lifetime of access tokens is set on the dial of
 * each provider.
 */
export function createOAuth2({ dial, now }: { dial: Dial; now: () => Date }): OAuth2 {
  const isUnused = once();
  const revoked = new Set<string>();

  function authorize(call: Call): Reply {
    const authorizationRequest = requestOf(call.query);
    if (typeof authorizationRequest === "string") return wordsPage(400, authorizationRequest);
    return consentPage({
      client: authorizationRequest.client,
      scopes: authorizationRequest.scope.split(" "),
      action: "authorize",
      fields: authorizationRequest.fields,
    });
  }

  function decide(call: Call): Reply {
    const fields = new URLSearchParams(call.text);
    const authorizationRequest = requestOf(fields);
    if (typeof authorizationRequest === "string") return wordsPage(400, authorizationRequest);
    const { client, scope, redirect, challenge } = authorizationRequest;
    const target = new URL(redirect);
    const state = fields.get("state");
    if (fields.get("decision") === "allow") {
      const claims = {
        kind: "code",
        grant: randomUUID(),
        client,
        scope,
        redirect,
        ...(challenge && { challenge }),
      } as const;
      target.searchParams.set("code", tokenOf(lasting(claims, CODE_MS)));
    } else {
      target.searchParams.set("error", "access_denied");
      target.searchParams.set("error_description", "The person denied access.");
    }
    if (state !== null) target.searchParams.set("state", state);
    return { status: 302, headers: { location: target.href } };
  }

  const GRANTS: Record<string, (fields: Record<string, unknown>, client: string) => Reply> = {
    authorization_code({ code, redirect_uri: redirect, code_verifier: verifier }, client) {
      const claims = claimsOf(code, "code", now());
      if (!claims || claims.client !== client || !isUnused(String(code)))
        return invalidGrant("The code is invalid or was used.");
      if (claims.redirect !== redirect) return invalidGrant("redirect_uri is not the one that the code was given to.");
      if (claims.challenge && claims.challenge !== challengeOf(verifier))
        return invalidGrant("code_verifier is wrong.");
      return tokens(claims, true);
    },
    refresh_token({ refresh_token: token }, client) {
      const claims = claimsOf(token, "refresh", now());
      if (!claims || claims.client !== client) return invalidGrant("The refresh token is invalid.");
      if (revoked.has(claims.grant)) return invalidGrant("Access was revoked.");
      if (!isUnused(String(token))) return invalidGrant("The refresh token was used already.");
      return tokens(claims, true);
    },
    client_credentials({ scope }, client) {
      return tokens({ grant: randomUUID(), client, scope: typeof scope === "string" ? scope : "" }, false);
    },
  };

  function token(call: Call): Reply {
    const fields = fieldsOf(call);
    const client = clientOf(call, fields);
    if (!client) return refused(401, "invalid_client", "The client id or the client secret is wrong.");
    const grant = GRANTS[String(fields.grant_type)];
    return grant ? grant(fields, client) : refused(400, "unsupported_grant_type", "That grant_type is not known.");
  }

  function tokens({ grant, client, scope }: Pick<Claims, "grant" | "client" | "scope">, refreshable: boolean): Reply {
    const seconds = Math.min(...scope.split(" ").map((provider) => dial.setting(provider).tokenSeconds));
    const claims = { grant, client, scope };
    return ok(
      {
        access_token: tokenOf(lasting({ kind: "access", ...claims }, seconds * 1000)),
        token_type: "Bearer",
        expires_in: seconds,
        scope,
        ...(refreshable && { refresh_token: tokenOf(lasting({ kind: "refresh", ...claims }, GRANT_MS)) }),
      },
      { "cache-control": "no-store" },
    );
  }

  function revoke(call: Call): Reply {
    const fields = fieldsOf(call);
    if (!clientOf(call, fields)) return refused(401, "invalid_client", "The client id or the client secret is wrong.");
    const claims = claimsOf(fields.token, "refresh", now()) ?? claimsOf(fields.token, "access", now());
    if (claims) revoked.add(claims.grant);
    return ok({});
  }

  const lasting = (claims: Omit<Claims, "givenAt" | "until">, ms: number): Claims => ({
    ...claims,
    givenAt: now().getTime(),
    until: now().getTime() + ms,
  });

  return {
    routes: [
      ["GET", "/authorize", authorize],
      ["POST", "/authorize", decide],
      ["POST", "/token", token],
      ["POST", "/revoke", revoke],
    ],
    check(given, provider) {
      const claims = claimsOf(given, "access", new Date(0));
      if (!claims) return "invalid";
      if (revoked.has(claims.grant)) return "revoked";
      if (claims.until <= now().getTime() || claims.givenAt < dial.setting(provider).expiredBefore) return "expired";
      return claims.scope.split(" ").includes(provider) ? "good" : "scope";
    },
  };
}

/** The parameters of the authorization request; a string is the reason why they are invalid. */
function requestOf(query: URLSearchParams) {
  const {
    client_id: client = "",
    redirect_uri: redirect = "",
    response_type: type,
    scope = "",
    ...rest
  } = Object.fromEntries(query) as Record<string, string | undefined>;
  if (client !== CREDENTIALS.oauth.clientId) return "The client_id is not known.";
  const target = URL.parse(redirect);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") return "The redirect_uri is not an address.";
  if (type !== "code") return "The response_type must be code.";
  const { state, code_challenge: challenge, code_challenge_method: method } = rest;
  if (challenge !== undefined && method !== "S256") return "The code_challenge_method must be S256.";
  const fields = {
    client_id: client,
    redirect_uri: redirect,
    response_type: "code",
    scope,
    ...(state !== undefined && { state }),
    ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: "S256" }),
  };
  return { client, redirect, scope: scope.trim(), challenge, fields };
}

/** The client, from the header or from the form. */
function clientOf({ headers }: Call, fields: Record<string, unknown>): string | undefined {
  const { clientId, clientSecret } = CREDENTIALS.oauth;
  const [, encoded] = /^Basic (.+)$/i.exec(headers.authorization ?? "") ?? [];
  const given = encoded
    ? Buffer.from(encoded, "base64").toString()
    : `${String(fields.client_id ?? "")}:${String(fields.client_secret ?? "")}`;
  return isSame(given, `${clientId}:${clientSecret}`) ? clientId : undefined;
}

const refused = (status: number, error: string, description: string): Reply => ({
  status,
  headers: { "cache-control": "no-store" },
  body: { error, error_description: description },
});
const invalidGrant = (description: string) => refused(400, "invalid_grant", description);

const challengeOf = (verifier: unknown) => createHash("sha256").update(String(verifier)).digest("base64url");

export const OAUTH_WORDS = ({ status, code, message, headers }: Refusal): Reply => ({
  ...refused(status, code, message),
  headers,
});
