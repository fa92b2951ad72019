import { decode } from "next-auth/jwt";

/** The names of next-auth's session cookie: over HTTPS, and without. */
const NAMES = ["__Secure-next-auth.session-token", "next-auth.session-token"];

/**
 * Decrypts the session cookie of the sign-in. Undefined without a cookie, if it has expired, or if it was not encrypted
 * with our secret. `token` identifies the session; each request checks whether the session is still valid.
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
