import { createHmac, hkdfSync } from "node:crypto";
import type { Env } from "#server/env.ts";

type Flow = {
  elementId: number;
  clientId: string | undefined;
  callbackUrl: string | undefined;
  /** The state that the address carried; what is not a text counts as none. */
  state: unknown;
};

/**
 * The PKCE verifier of one flow (RFC 7636). It is derived from what both of its halves know, the address of the grant
 * and the exchange of the code, under a key that only our processes have: so nothing is stored for flows that nobody
 * finishes, and every process can exchange the code. An application that gave a `state` of its own gives it again as
 * `providerData.state`, which binds the code to its session.
 */
export function codeVerifier(
  { NEXTAUTH_SECRET, ENCRYPTION_KEYS }: Pick<Env, "NEXTAUTH_SECRET" | "ENCRYPTION_KEYS">,
  { elementId, clientId, callbackUrl, state }: Flow,
): string {
  const key = Buffer.from(hkdfSync("sha256", NEXTAUTH_SECRET ?? ENCRYPTION_KEYS ?? "", "", "pkce verifiers", 32));
  const flow = JSON.stringify([elementId, clientId ?? "", callbackUrl ?? "", typeof state === "string" ? state : ""]);
  return createHmac("sha256", key).update(flow).digest("base64url");
}
