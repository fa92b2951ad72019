import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";

/** What a token says. Its `kind` keeps a code from being used as a token and the other way round. */
export type Claims = {
  kind: "code" | "access" | "refresh" | "request" | "verified" | "token1" | "session";
  /** One consent of one person; revoking it ends all tokens made of it. */
  grant: string;
  client: string;
  scope: string;
  /** Milliseconds since 1970. */
  givenAt: number;
  until: number;
  redirect?: string;
  challenge?: string;
};

// Tokens carry what they mean, sealed: the provider keeps gone, and instances stay connected over its restart.
const KEY = "there is gone behind the demo providers";
const seal = (text: string) => createHmac("sha256", KEY).update(text).digest("base64url");

/** Every token is another one, even with the same claims. */
export function tokenOf(claims: Claims): string {
  const text = Buffer.from(JSON.stringify({ ...claims, id: randomUUID() })).toString("base64url");
  return `${text}.${seal(text)}`;
}

/** What the token says, if we made it, it is of that kind and it has not ended. */
export function claimsOf(token: unknown, kind: Claims["kind"], now: Date): Claims | undefined {
  if (typeof token !== "string") return undefined;
  const [text = "", given = ""] = token.split(".");
  const expected = seal(text);
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return undefined;
  const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as Claims;
  return claims.kind === kind && claims.until > now.getTime() ? claims : undefined;
}

/** The secret that belongs to an OAuth 1 token. */
export const secretOf = (token: string): string => seal(`secret of ${token}`).slice(0, 24);
