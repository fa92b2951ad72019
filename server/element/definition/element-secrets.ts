import { Failure } from "../../errors.ts";
import { isSecret } from "../auth/secrets.ts";
import type { Configuration } from "../ports.ts";
import type { ConfigurationEntry, Element } from "../shape.ts";

const CLIENT_SECRET = "oauth.api.secret";
/** The addresses that receive the client secret, and those that receive other secrets. */
const TOKEN_ADDRESSES = ["oauth.token.url", "oauth.token.refresh_url", "oauth.token.revoke_url", "oauth.request.url"];
export const CALL_ADDRESSES = ["base.url", "allowed.origins"];
/** The address that receives events, with the password of the callback and no other secret. */
export const CALLBACK_ADDRESSES = ["event.notification.callback.url"];
const PROVIDER_ADDRESSES = [TOKEN_ADDRESSES, CALL_ADDRESSES];

/**
 * Whether an entry contains a secret of the element. The client id is not secret: it is part of the authorization URL.
 */
export const isElementSecret = (
  element: Pick<Element, "configuration">,
  { key, defaultValue }: ConfigurationEntry,
): boolean => Boolean(defaultValue) && key !== "oauth.api.key" && isSecret(element, key);

type Guarded = {
  /** The values that the caller entered. */
  sent: Configuration;
  configuration: Configuration;
  /** The configuration of an existing connection. */
  before?: Configuration;
};

/**
 * Refuses (badRequest) to send a secret of the element, which is the default of an entry, to an origin that the element
 * does not name (E08). Users who send a secret of their own may name any, and so may users of an element that leaves the
 * address open. A stored secret may be a default of earlier, whose value the element no longer has: it stays where it is.
 */
export function checkElementSecrets(element: Sending, { sent, configuration, before = {} }: Guarded): void {
  const defaults = new Map(element.configuration.map(({ key, defaultValue = "" }) => [key, defaultValue]));
  for (const entry of element.configuration) {
    const { key: secret, defaultValue } = entry;
    const isEntered = sent[secret] !== undefined && sent[secret] !== defaultValue;
    if (!isElementSecret(element, entry) || !configuration[secret] || isEntered) continue;
    const known = configuration[secret] === before[secret] ? before : {};
    for (const keys of addressesFor(element, secret)) keepAt(keys, secret, known);
  }

  function keepAt(keys: readonly string[], secret: string, known: Configuration): void {
    const homes = keys.flatMap((key) => originsIn(defaults.get(key)));
    if (homes.length === 0) return;
    const allowed = [...homes, ...keys.flatMap((key) => originsIn(known[key]))];
    for (const key of keys) {
      const stray = originsIn(configuration[key]).find((origin) => !allowed.includes(origin));
      if (stray === undefined) continue;
      throw new Failure(
        "badRequest",
        `configuration: ${key} must stay ${homes[0]}, because the element's own ${secret} is sent to no other host. Send your own ${secret} to use another host.`,
        { entries: [secret] },
      );
    }
  }
}

type Sending = Pick<Element, "configuration"> & Partial<Pick<Element, "parameters" | "hooks" | "resources">>;

/** The client secret is for authorization servers, unless a parameter or a hook of the element sends it with calls. */
function addressesFor({ parameters, hooks, resources }: Sending, secret: string): (readonly string[])[] {
  if (secret !== CLIENT_SECRET) return [CALL_ADDRESSES];
  const isInCalls = JSON.stringify([parameters, hooks, resources]).includes(CLIENT_SECRET);
  return isInCalls ? [TOKEN_ADDRESSES, CALL_ADDRESSES] : [TOKEN_ADDRESSES];
}

/**
 * The configuration of a connection that moves to another element, which does not get secrets that the present one
 * shares. Refuses (badRequest) a value that may be an earlier secret of the element, unless it is sent again.
 */
export function withoutElementSecrets(
  element: Pick<Element, "configuration">,
  configuration: Configuration,
  sent: Configuration,
): Configuration {
  const own = element.configuration.filter(
    (entry) => isElementSecret(element, entry) && configuration[entry.key] && sent[entry.key] === undefined,
  );
  const unclear = own.filter(({ key, defaultValue }) => configuration[key] !== defaultValue).map(({ key }) => key);
  if (unclear.length > 0)
    throw new Failure(
      "badRequest",
      `configuration: send ${unclear.join(", ")} again to move to another element, which does not get secrets of this one.`,
      { entries: unclear },
    );
  const left = new Set(own.map(({ key }) => key));
  return Object.fromEntries(Object.entries(configuration).filter(([key]) => !left.has(key)));
}

/**
 * The key of an address whose origin differs from all previous addresses of its kind: secrets that were entered for
 * those are not sent there. Undefined if there is none, or (`isFirstOpen`) if there was no address of its kind before.
 * Unless other kinds are named, these are the addresses of providers.
 */
export function strayAddress(
  before: Configuration,
  after: Configuration,
  {
    isFirstOpen = false,
    kinds = PROVIDER_ADDRESSES,
  }: { isFirstOpen?: boolean; kinds?: readonly (readonly string[])[] } = {},
): string | undefined {
  for (const keys of kinds) {
    const homes = keys.flatMap((key) => originsIn(filled(before[key], before)));
    if (isFirstOpen && homes.length === 0) continue;
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
  const kinds = [...PROVIDER_ADDRESSES, CALLBACK_ADDRESSES];
  for (const key of kinds.flat()) {
    const value = after[key];
    if (value === undefined || before[key] !== undefined || sent[key] !== undefined) continue;
    if (strayAddress(before, { ...before, [key]: value }, { kinds }) !== undefined) delete kept[key];
  }
  return kept;
}

/**
 * Refuses (badRequest) a change by a resource or a hook that leads to another host: the credentials of a connection
 * were entered for those that it had.
 */
export function checkMove(before: Configuration, after: Configuration): void {
  const stray = strayAddress(before, after, { kinds: [...PROVIDER_ADDRESSES, CALLBACK_ADDRESSES] });
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
