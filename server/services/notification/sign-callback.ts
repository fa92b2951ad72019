import { createHmac } from "node:crypto";

/** The keys that sign a callback. */
export type SigningKeys = {
  /** `event.notification.signature.key`; "" disables the signature. */
  signatureKey: string;
  /** `whsec_…`: the current secret and, for a day after each was replaced, the previous ones. */
  secrets: readonly string[];
};

/** The prefix of a Standard Webhooks secret, followed by the key in base64. */
export const SECRET_PREFIX = "whsec_";

/**
 * The headers by which a receiver identifies a callback and verifies its sender: the original ones and those of
 * Standard Webhooks 1.0. `id` is the same at every attempt; `timestamp`, in seconds, is not.
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
