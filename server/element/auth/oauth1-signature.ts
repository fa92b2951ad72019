import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { base64 } from "../base64.ts";
import type { ProviderRequest } from "../ports.ts";
import { FORM, headerOf } from "../provider/provider-request-draft.ts";
import { percentEncode } from "./percent-encode.ts";

/** The signer: the client, and the token with its secret once there is one. */
export type Credentials = {
  consumerKey: string;
  consumerSecret: string;
  token?: string | undefined;
  tokenSecret?: string;
};

type How = {
  now: Date;
  nonce: string;
  /** In the query, not in the header. */
  isInQuery: boolean;
  /** Further `oauth_` parameters, such as the verifier. */
  extra?: Record<string, string>;
};

/** The request with its HMAC-SHA1 signature (RFC 5849 §3.4.2), in the header or in the query. */
export function signed(
  request: ProviderRequest,
  credentials: Credentials,
  { now, nonce, isInQuery, extra }: How,
): ProviderRequest {
  const oauth: Record<string, string> = {
    oauth_consumer_key: credentials.consumerKey,
    ...(credentials.token && { oauth_token: credentials.token }),
    oauth_signature_method: "HMAC-SHA1",
    oauth_timestamp: String(Math.floor(now.getTime() / 1000)),
    oauth_nonce: nonce,
    oauth_version: "1.0",
    ...extra,
  };
  oauth.oauth_signature = signatureOf(baseString(request, Object.entries(oauth)), credentials);
  if (isInQuery) {
    const url = new URL(request.url);
    const added = Object.entries(oauth).map(([name, value]) => `${name}=${percentEncode(value)}`);
    url.search = [url.search.slice(1), ...added].filter(Boolean).join("&");
    return { ...request, url: url.href };
  }
  const fields = Object.entries(oauth).map(([name, value]) => `${name}="${percentEncode(value)}"`);
  return { ...request, headers: { ...request.headers, authorization: `OAuth ${fields.join(", ")}` } };
}

export function signatureOf(base: string, { consumerSecret, tokenSecret = "" }: Credentials): string {
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  return base64(hmac(sha1, new TextEncoder().encode(key), new TextEncoder().encode(base)));
}

/**
 * The signature base string (RFC 5849 §3.4.1): method, address without query, and all parameters of query, form and
 * `oauth`.
 */
export function baseString(
  { method, url: address, headers, body }: ProviderRequest,
  oauth: [string, string][],
): string {
  const url = new URL(address);
  const isForm = headerOf(headers, "content-type")?.toLowerCase().startsWith(FORM) ?? false;
  const parameters = [
    ...new URLSearchParams(url.search),
    ...(isForm && typeof body === "string" ? new URLSearchParams(body) : []),
    ...oauth,
  ].map(([name, value]) => [percentEncode(name), percentEncode(value)] as const);
  const normalized = parameters.sort(byNameThenValue).map(([name, value]) => `${name}=${value}`);
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, normalized.join("&")].map(percentEncode).join("&");
}

type Parameter = readonly [name: string, value: string];

function byNameThenValue([name, value]: Parameter, [otherName, otherValue]: Parameter): number {
  if (name !== otherName) return name < otherName ? -1 : 1;
  return value === otherValue ? 0 : value < otherValue ? -1 : 1;
}
