import { decode } from "next-auth/jwt";

/** The names under which next-auth sets the cookie: over HTTPS, and without. */
const NAMES = ["__Secure-next-auth.session-token", "next-auth.session-token"];

/**
 * What the sign-in sealed into the session cookie. Undefined without a cookie, and for one that is too old or that was not
 * sealed with our secret. `token` identifies the session; whether it still counts is checked with each request.
 */
export async function readSessionCookie<SignedIn extends { token: string }>(
  cookieOf: (name: string) => string | undefined,
  secret: string | undefined,
): Promise<SignedIn | undefined> {
  const sealed = NAMES.map(cookieOf).find(Boolean);
  if (!sealed || !secret) return undefined;
  const opened = await decode({ token: sealed, secret }).catch(() => null);
  const { signedIn } = (opened ?? {}) as { signedIn?: SignedIn };
  return typeof signedIn?.token === "string" ? signedIn : undefined;
}
