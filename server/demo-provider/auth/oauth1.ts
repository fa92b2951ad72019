import { createHmac, randomUUID } from "node:crypto";
import { type Call, type Guard, Refusal, type Reply, type Route } from "../call.ts";
import { CREDENTIALS } from "../credentials.ts";
import { consentPage, wordsPage } from "./consent-page.ts";
import { isSame } from "./is-same.ts";
import { once } from "./once.ts";
import { type Claims, claimsOf, secretOf, tokenOf } from "./tokens.ts";

const CLOCKS_DIFFER_MS = 5 * 60_000;
const DANCE_MS = 10 * 60_000;
const FOREVER_MS = 10 * 365 * 86_400_000;

/**
 * An OAuth 1.0 server (RFC 5849): request token, consent, access token, and the guard that checks the HMAC-SHA1
 * signature of every request, its timestamp and that its nonce is new.
 */
export function createOAuth1({ now }: { now: () => Date }): { routes: Route[]; guard: Guard } {
  const isNew = once();

  /**
   * The verified `oauth_` parameters of a request that was signed with the secret of its token; refuses (401) any
   * other.
   */
  function verified(call: Call, kind?: Claims["kind"]): { fields: Record<string, string>; claims: Claims | undefined } {
    const fields = oauthFields(call);
    const { oauth_consumer_key: key, oauth_token: token, oauth_signature: signature = "" } = fields;
    if (key !== CREDENTIALS.oauth1.consumerKey) throw refusal("consumer_key_unknown");
    if (fields.oauth_signature_method !== "HMAC-SHA1") throw refusal("signature_method_rejected");
    if (Math.abs(Number(fields.oauth_timestamp) * 1000 - now().getTime()) > CLOCKS_DIFFER_MS)
      throw refusal("timestamp_refused");
    const claims = kind && claimsOf(token, kind, now());
    if (kind && !claims) throw refusal("token_rejected");
    const secret = kind && token ? secretOf(token) : "";
    if (!isSame(signature, signatureOf(call, fields, secret))) throw refusal("signature_invalid");
    if (!isNew(`${fields.oauth_timestamp} ${fields.oauth_nonce}`)) throw refusal("nonce_used");
    return { fields, claims };
  }

  function requestToken(call: Call): Reply {
    const { fields } = verified(call);
    const callback = fields.oauth_callback ?? "oob";
    const token = tokenOf(lasting({ kind: "request", grant: randomUUID(), redirect: callback }, DANCE_MS));
    return form({ oauth_token: token, oauth_token_secret: secretOf(token), oauth_callback_confirmed: "true" });
  }

  function authorize({ query }: Call): Reply {
    const token = query.get("oauth_token");
    const claims = claimsOf(token, "request", now());
    if (!token || !claims) return wordsPage(400, "The request token is invalid or has expired.");
    return consentPage({
      client: claims.client,
      scopes: ["social"],
      action: "authorize",
      fields: { oauth_token: token },
    });
  }

  function decide({ text }: Call): Reply {
    const fields = new URLSearchParams(text);
    const token = fields.get("oauth_token") ?? "";
    const claims = claimsOf(token, "request", now());
    const target = URL.parse(claims?.redirect ?? "");
    if (!claims || !target) return wordsPage(400, "The request token is invalid or has no callback.");
    if (fields.get("decision") !== "allow") target.searchParams.set("denied", token);
    else {
      target.searchParams.set("oauth_token", token);
      target.searchParams.set("oauth_verifier", verifierOf(token));
    }
    return { status: 302, headers: { location: target.href } };
  }

  function accessToken(call: Call): Reply {
    const { fields, claims } = verified(call, "request");
    if (!claims || fields.oauth_verifier !== verifierOf(fields.oauth_token ?? "")) throw refusal("verifier_invalid");
    const token = tokenOf(lasting({ kind: "token1", grant: claims.grant }, FOREVER_MS));
    return form({ oauth_token: token, oauth_token_secret: secretOf(token) });
  }

  const lasting = (claims: Pick<Claims, "kind" | "grant" | "redirect">, ms: number): Claims => ({
    ...claims,
    client: CREDENTIALS.oauth1.consumerKey,
    scope: "social",
    givenAt: now().getTime(),
    until: now().getTime() + ms,
  });

  return {
    routes: [
      ["*", "/request_token", requestToken],
      ["GET", "/authorize", authorize],
      ["POST", "/authorize", decide],
      ["*", "/access_token", accessToken],
    ],
    guard: (call) => void verified(call, "token1"),
  };
}

const verifierOf = (token: string) => secretOf(`verifier ${token}`);

function oauthFields({ headers, query }: Call): Record<string, string> {
  const [, list] = /^OAuth (.+)$/i.exec(headers.authorization ?? "") ?? [];
  if (!list) return Object.fromEntries([...query].filter(([name]) => name.startsWith("oauth_")));
  return Object.fromEntries(
    [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, decodeURIComponent(value ?? "")]),
  );
}

/** HMAC-SHA1 over method, URL and all parameters except the signature (RFC 5849 §3.4). */
function signatureOf(call: Call, fields: Record<string, string>, tokenSecret: string): string {
  const isForm = call.headers["content-type"]?.includes("x-www-form-urlencoded");
  const parameters = [
    ...[...call.query].filter(([name]) => !name.startsWith("oauth_")),
    ...(isForm ? new URLSearchParams(call.text) : []),
    ...Object.entries(fields).filter(([name]) => name !== "oauth_signature"),
  ].map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  const address = `http://${call.headers.host}${call.url.pathname}`;
  const base = [call.method, address, parameters.sort().join("&")].map(escaped).join("&");
  const key = `${escaped(CREDENTIALS.oauth1.consumerSecret)}&${escaped(tokenSecret)}`;
  return createHmac("sha1", key).update(base).digest("base64");
}

const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const refusal = (problem: string) =>
  new Refusal(401, problem, `oauth_problem=${problem}`, {
    "www-authenticate": `OAuth realm="demo", oauth_problem="${problem}"`,
  });

const form = (fields: Record<string, string>): Reply => ({
  status: 200,
  headers: { "content-type": "application/x-www-form-urlencoded" },
  raw: new URLSearchParams(fields).toString(),
});
