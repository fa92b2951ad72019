import { base64 } from "./auth/base64.ts";
import { MASK, secretsOf } from "./auth/secrets.ts";
import type { Configuration } from "./ports.ts";
import type { Element } from "./shape.ts";

/** Shorter ones would hide ordinary words. */
const SHORTEST = 4;

/** Puts stars where a text repeats a credential of the instance, also in base64 and percent-encoded (contract §10, 36). */
export function withoutCredentials(text: string, element: Element, configuration: Configuration): string {
  const secrets = secretsOf(element, configuration).filter(({ length }) => length >= SHORTEST);
  const written = secrets.flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), base64(secret)]);
  const { username = "", password = "" } = configuration;
  if (password) written.push(base64(`${username}:${password}`));
  // The longest first, so that no rest of one is left beside another that it begins with.
  return written.sort((a, b) => b.length - a.length).reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}
