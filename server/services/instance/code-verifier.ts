import { createHmac } from "node:crypto";
import { derivedKey, type SharedSecrets } from "#server/derived-key.ts";

type Flow = {
  elementId: number;
  clientId: string | undefined;
  callbackUrl: string | undefined;
  /** The state in the address; ignored unless it is text. */
  state: unknown;
};

/**
 * The PKCE verifier of one flow (RFC 7636). It is derived, under a key of our processes, from data that both halves of
 * the flow have: the authorization URL and the code exchange. So nothing is stored for abandoned flows, and every
 * process can exchange the code. An application with its own `state` sends it again as `providerData.state`, which
 * binds the code to its session.
 */
export function codeVerifier(secrets: SharedSecrets, { elementId, clientId, callbackUrl, state }: Flow): string {
  const flow = JSON.stringify([elementId, clientId ?? "", callbackUrl ?? "", typeof state === "string" ? state : ""]);
  return createHmac("sha256", derivedKey(secrets, "pkce verifiers")).update(flow).digest("base64url");
}
