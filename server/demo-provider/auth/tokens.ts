import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/** The claims of a token. `kind` prevents that a code is used as a token or the other way round. */
export type Claims = {
  kind: "code" | "access" | "refresh" | "request" | "verified" | "token1" | "session";
  /** The id of one person's consent; revoking it revokes all tokens issued under it. */
  grant: string;
  client: string;
  scope: string;
  /** Milliseconds since 1970. */
  givenAt: number;
  until: number;
  redirect?: string;
  challenge?: string;
};

// Tokens contain their claims, sealed: the provider stores nothing, and instances stay connected when it restarts.
const KEY = "there is gone behind the demo providers";
const seal = (text: string) => createHmac("sha256", KEY).update(text).digest("base64url");

/** Every token is unique, even with the same claims. */
export function tokenOf(claims: Claims): string {
  const text = Buffer.from(JSON.stringify({ ...claims, id: randomUUID() })).toString("base64url");
  return `${text}.${seal(text)}`;
}

/** The claims of a token that we issued, if it is of that kind and has not expired. */
export function claimsOf(token: unknown, kind: Claims["kind"], now: Date): Claims | undefined {
  if (typeof token !== "string") return undefined;
  const [text = "", given = ""] = token.split(".");
  const expected = seal(text);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return undefined;
  const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as Claims;
  return claims.kind === kind && claims.until > now.getTime() ? claims : undefined;
}

/** The secret of an OAuth 1 token. */
export const secretOf = (token: string): string => seal(`secret of ${token}`).slice(0, 24);
