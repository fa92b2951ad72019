import { base64 } from "./auth/base64.ts";
import type { Configuration } from "./ports.ts";
import type { Element } from "./shape.ts";

const MASK = "********";
/** Shorter ones would hide ordinary words. */
const SHORTEST = 4;

const NAMES = /secret|password|passphrase|token|private|(?:^|[._])key$/i;
/** Named like a credential, and none: an address, a time, a flag. */
const HARMLESS = /url|uri|time|interval|expires|header|type|enabled/i;

/** Whether a value of the configuration is one that nobody may be shown. */
const isCredential = (key: string, type: string | undefined): boolean =>
  type === "PASSWORD" || (NAMES.test(key) && !HARMLESS.test(key));

/** Puts stars where a text repeats a credential of the instance, also in base64 and percent-encoded (contract §10, 36). */
export function withoutCredentials(text: string, element: Element, configuration: Configuration): string {
  const types = new Map(element.configuration.map(({ key, type }) => [key, type]));
  const secrets = Object.entries(configuration)
    .filter(([key, value]) => value.length >= SHORTEST && isCredential(key, types.get(key)))
    .map(([, value]) => value);
  const { username = "", password = "" } = configuration;
  const written = secrets.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), base64(secret)]);
  if (password) written.push(base64(`${username}:${password}`));
  // The longest first, so that no rest of one is left beside another that it begins with.
  return written.sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}
