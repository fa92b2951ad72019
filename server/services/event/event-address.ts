import { createHmac, timingSafeEqual } from "node:crypto";
import type { App } from "#server/context.ts";
import type { Configuration } from "#server/element/ports.ts";

/** "true" refuses webhooks that come without the signature of their address, by the id of the instance alone. */
export const SIGNED_ONLY = "event.address.signed.only";

/** Where the address stands in a configuration. */
export const EVENT_ADDRESS = "event.notification.webhook.url";

type Addressee = { id: number; token: string };

/**
 * The configuration with the address at which the provider tells of changes at this instance, as
 * `EVENT_ADDRESS`: an element's onProvisionWebhook resources send it to the provider. Nobody can guess
 * it: behind the id it has a signature.
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

/** How an address names an instance: its id in base64, a dot and the signature. */
export const signedName = (addressee: Addressee): string =>
  `${Buffer.from(String(addressee.id)).toString("base64url")}.${signatureOf(addressee)}`;

/** In a time that says nothing of the signature. */
export function isSignedFor(addressee: Addressee, signature: string): boolean {
  const [given, right] = [signature, signatureOf(addressee)].map((text) => Buffer.from(text));
  return given !== undefined && right !== undefined && given.length === right.length && timingSafeEqual(given, right);
}

/** Under the token, which stays the same for as long as the instance is there, and which the address does not tell. */
const signatureOf = ({ id, token }: Addressee): string =>
  createHmac("sha256", token).update(`event address of element instance ${id}`).digest("base64url").slice(0, 32);

/** Instances that people connect on a screen take webhooks at their signed address only, unless it is said otherwise. */
export const takingSigned = (configuration: Configuration): Configuration => ({
  [SIGNED_ONLY]: "true",
  ...configuration,
});
