import { Failure } from "../../errors.ts";
import { isSecret } from "../auth/secrets.ts";
import type { Configuration } from "../ports.ts";
import type { ConfigurationEntry, Element } from "../shape.ts";

const CLIENT_SECRET = "oauth.api.secret";
/** The addresses that receive the client secret, and those that receive other secrets. */
const TOKEN_ADDRESSES = ["oauth.token.url", "oauth.token.refresh_url", "oauth.token.revoke_url", "oauth.request.url"];
export const CALL_ADDRESSES = ["base.url", "allowed.origins"];

/**
 * Whether an entry contains a secret of the element. The client id is not secret: it is part of the authorization URL.
 */
export const isElementSecret = (
  element: Pick<Element, "configuration">,
  { key, defaultValue }: ConfigurationEntry,
): boolean => Boolean(defaultValue) && key !== "oauth.api.key" && isSecret(element, key);

/**
 * Refuses (badRequest) to send a secret of the element, which is the default of an entry, to an origin that the element
 * does not name (E08). `given` is the new configuration. Users with a secret of their own may send it anywhere, and so
 * may users of an element that leaves the address open.
 */
export function checkElementSecrets(
  { configuration: entries }: Pick<Element, "configuration">,
  given: Configuration,
  configuration: Configuration,
): void {
  const defaults = new Map(entries.map(({ key, defaultValue = "" }) => [key, defaultValue]));
  const unchanged = entries.filter(
    (entry) => isElementSecret({ configuration: entries }, entry) && configuration[entry.key] === entry.defaultValue,
  );
  const other = unchanged.find(({ key }) => key !== CLIENT_SECRET);
  const client = unchanged.find(({ key }) => key === CLIENT_SECRET);
  if (client) keepAt(TOKEN_ADDRESSES, client.key);
  if (other) keepAt(CALL_ADDRESSES, other.key);

  function keepAt(keys: readonly string[], secret: string): void {
    const homes = keys.flatMap((key) => originsIn(defaults.get(key)));
    if (homes.length === 0) return;
    for (const key of keys) {
      const stray = originsIn(given[key]).find((origin) => !homes.includes(origin));
      if (stray === undefined) continue;
      throw new Failure(
        "badRequest",
        `configuration: ${key} must stay ${homes[0]}, because the element's own ${secret} is sent to no other host. Send your own ${secret} to use another host.`,
      );
    }
  }
}

/**
 * The key of an address whose origin differs from all previous addresses of its kind: secrets that were entered for
 * those are not sent there. Undefined if there is none, or there was no address before.
 */
export function strayAddress(before: Configuration, after: Configuration): string | undefined {
  for (const keys of [TOKEN_ADDRESSES, CALL_ADDRESSES]) {
    const homes = keys.flatMap((key) => originsIn(filled(before[key], before)));
    if (homes.length === 0) continue;
    const stray = keys.find((key) => originsIn(filled(after[key], after)).some((origin) => !homes.includes(origin)));
    if (stray !== undefined) return stray;
  }
  return undefined;
}

/**
 * The configuration of a connection after a change, without addresses that nobody sent: a default that the element got
 * since then is left out if it leads to another host.
 */
export function withoutStrayDefaults(before: Configuration, sent: Configuration, after: Configuration): Configuration {
  const kept: Record<string, string> = { ...after };
  for (const key of [...TOKEN_ADDRESSES, ...CALL_ADDRESSES]) {
    const value = after[key];
    if (value === undefined || before[key] !== undefined || sent[key] !== undefined) continue;
    if (isOpen(key, before) || strayAddress(before, { ...before, [key]: value }) !== undefined) delete kept[key];
  }
  return kept;
}

/** Requests without an address of their own could be led anywhere by one. */
const isOpen = (key: string, before: Configuration): boolean =>
  CALL_ADDRESSES.includes(key) && CALL_ADDRESSES.every((one) => !before[one]);

/**
 * Refuses (badRequest) a change by a resource or a hook that leads to another host: the credentials of a connection
 * were entered for those that it had.
 */
export function checkMove(before: Configuration, after: Configuration): void {
  const stray = strayAddress(before, after);
  if (stray === undefined) return;
  throw new Failure(
    "badRequest",
    `${stray}: resources and hooks cannot lead a connection to another host after it was connected. Reconnect it.`,
  );
}

const filled = (addresses = "", configuration: Configuration): string =>
  addresses.replaceAll(/\{([^{}/]+)\}/g, (all, name: string) =>
    Object.hasOwn(configuration, name) ? (configuration[name] ?? all) : all,
  );

/** The origins of one or several addresses, with their unfilled placeholders. */
const originsIn = (addresses = ""): string[] =>
  addresses
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(originIn);

function originIn(address: string): string {
  const url = URL.parse(address);
  // Addresses other than http(s), such as those of databases, have no origin.
  return url && /^https?:$/.test(url.protocol) ? url.origin : (/^(?:[^/]*\/\/)?[^/?#]*/.exec(address)?.[0] ?? "");
}
