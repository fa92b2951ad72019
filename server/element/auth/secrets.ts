import { MASK } from "../../account/mask.ts";
import { parseCallbackHeaders } from "../callback-headers.ts";
import { isSecretEntry } from "../configuration-types/registry.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { AUTH_TYPES } from "./registry.ts";

type Entries = Pick<Element, "configuration">;

/** The key of the address to which the provider of an instance sends webhooks; it ends with a signature. */
export const EVENT_ADDRESS = "event.notification.webhook.url";
const CALLBACK_HEADERS = "event.notification.callback.headers";
const SECRET_KEYS: ReadonlySet<string> = new Set([
  "oauth.api.key",
  "oauth.api.secret",
  "oauth.token",
  "oauth.user.token",
  "oauth.user.token.secret",
  "oauth.user.refresh_token",
  CALLBACK_HEADERS,
]);
const SECRET_NAME = /(^|[._-])(secret|password|passphrase|token|api_?key|private_?key)$/i;

export const isSecretName = (key: string): boolean => SECRET_KEYS.has(key) || SECRET_NAME.test(key);

/** Whether the value of a key is a secret: by its name or its entry's type; without an entry, by typical names. */
export function isSecret({ configuration }: Entries, key: string): boolean {
  if (SECRET_KEYS.has(key)) return true;
  const entry = configuration.find((one) => one.key === key);
  return entry ? isSecretEntry(entry) : SECRET_NAME.test(key);
}

/** A configuration is replaced, not changed. `redact` prepares each list only once. */
const KNOWN = new WeakMap<Configuration, WeakMap<Entries, readonly string[]>>();

/**
 * The texts that no record, log or message may contain: secret values, and credentials that requests carry. `redact`
 * finds their encoded forms, too. The list is the same one for the same configuration.
 */
export function secretsOf(element: Entries, configuration: Configuration): readonly string[] {
  const known = KNOWN.get(configuration) ?? new WeakMap<Entries, readonly string[]>();
  const secrets = known.get(element) ?? readSecrets(element, configuration);
  KNOWN.set(configuration, known.set(element, secrets));
  return secrets;
}

const readSecrets = (element: Entries, configuration: Configuration): string[] => [
  ...Object.entries(configuration).flatMap(([key, value]) => (value !== "" && isSecret(element, key) ? [value] : [])),
  ...headerValues(configuration[CALLBACK_HEADERS]),
  ...(/[^/.]{16,}$/.exec(configuration[EVENT_ADDRESS] ?? "") ?? []),
  // An element may offer several types, and its hooks may use the values of any.
  ...Object.values(AUTH_TYPES).flatMap(({ basicCredentials }) => basicCredentials?.(configuration) ?? []),
];

/** Texts such as a media type, which are in every record. */
const COMMON = /^[\w.+*-]+\/[\w.+*-]+(?:;.*)?$|^.{0,7}$/;

function headerValues(text = ""): string[] {
  try {
    const values = Object.values(parseCallbackHeaders(text)).filter((value) => !COMMON.test(value));
    return values.flatMap((value) => [value, value.split(" ").slice(1).join(" ")]).filter((value) => value !== "");
  } catch {
    return [];
  }
}

/** The configuration with secrets masked. */
export const masked = (element: Entries, configuration: Configuration): Record<string, string> =>
  Object.fromEntries(
    Object.entries(configuration).map(([key, value]) => [key, value !== "" && isSecret(element, key) ? MASK : value]),
  );

/** The input without masks that were sent back: they keep the secret. */
export const unmasked = (given: Configuration): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== MASK));
