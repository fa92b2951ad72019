import { createHmac, timingSafeEqual } from "node:crypto";
import type { App } from "#server/context.ts";
import { EVENT_ADDRESS } from "#server/element/auth/secrets.ts";
import type { Configuration } from "#server/element/ports.ts";
import { sha256Hex } from "#server/routing-key.ts";

/** "true" refuses webhooks without the signature of their address, which only name the id of the instance. */
export const SIGNED_ONLY = "event.address.signed.only";

/** The instance of an address. */
export type Addressee = { id: number; token: string };

/**
 * The configuration with the webhook address of this instance as `EVENT_ADDRESS`: the onProvisionWebhook resources of
 * an element send it to the provider. The address cannot be guessed: a signature follows the id.
 */
export const withEventAddress = (
  { env }: Pick<App, "env">,
  { elementKey, configuration, ...addressee }: Addressee & { elementKey: string; configuration: Configuration },
): Configuration => ({
  ...configuration,
  [EVENT_ADDRESS]: new URL(
    `/elements/api-v2/events/${encodeURIComponent(elementKey)}/${signedName(addressee)}`,
    env.PUBLIC_URL,
  ).href,
});

/** The name of an instance in an address: its id in base64, a dot and the signature. */
export const signedName = (addressee: Addressee): string =>
  `${Buffer.from(String(addressee.id)).toString("base64url")}.${signatureOf(addressee)}`;

/** The signatures of such names in the path of a request. */
export const ADDRESS_SIGNATURES = /(?<=\/events\/[^/]+\/[^/]*\.)[^/]+/g;

/** Compares in constant time. */
export function isSignedFor(addressee: Addressee, signature: string): boolean {
  const [given, right] = [signature, signatureOf(addressee)].map((text) => Buffer.from(text));
  return given !== undefined && right !== undefined && given.length === right.length && timingSafeEqual(given, right);
}

/** The same for the hash of a signature, by which a router looks for the cell of an instance. */
export const isHashOfSignature = (addressee: Addressee, signatureHash: string): boolean =>
  sha256Hex(signatureOf(addressee)) === signatureHash;

/** Derived from the token, which stays the same as long as the instance exists and is not part of the address. */
const signatureOf = ({ id, token }: Addressee): string =>
  createHmac("sha256", token).update(`event address of element instance ${id}`).digest("base64url").slice(0, 32);

/**
 * Instances that are connected on a screen accept webhooks at their signed address only, unless configured otherwise.
 */
export const takingSigned = (configuration: Configuration): Configuration => ({
  [SIGNED_ONLY]: "true",
  ...configuration,
});
