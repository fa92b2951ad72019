import { createHmac } from "node:crypto";

/** With what a callback is signed. */
export type SigningKeys = {
  /** `event.notification.signature.key`; "" signs nothing. */
  signatureKey: string;
  /** `whsec_…`, the present one and, for a day after each was replaced, those before. */
  secrets: readonly string[];
};

/** What begins a secret of Standard Webhooks; base64 of the key follows. */
export const SECRET_PREFIX = "whsec_";

/**
 * The headers by which a receiver knows a callback and who sent it: the original ones and those of Standard Webhooks
 * 1.0. `id` is the same at every attempt, `timestamp` in seconds is not.
 */
export function signCallback(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  { signatureKey, secrets }: SigningKeys,
): Record<string, string> {
  const signatures = secrets.map((secret) => `v1,${hmac(keyOf(secret), `${id}.${timestamp}.${body}`)}`);
  return {
    "elements-webhook-id": id,
    ...(signatureKey !== "" && { "elements-webhook-signature": `sha256=${hmac(signatureKey, body)}` }),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    ...(signatures.length > 0 && { "webhook-signature": signatures.join(" ") }),
  };
}

const keyOf = (secret: string) => Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest("base64");
