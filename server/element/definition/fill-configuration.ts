import { Failure } from "../../errors.ts";
import { TYPE_KEY } from "../auth/registry.ts";
import type { Configuration } from "../ports.ts";
import type { ConfigurationEntry, Element } from "../shape.ts";
import { CALL_ADDRESSES } from "./element-secrets.ts";

type Entries = Pick<Element, "authentication" | "configuration">;

/**
 * The entries that concern an instance with this configuration: where the element offers several authentication types,
 * those of the types that were not chosen are left out.
 */
export function entriesFor(
  { authentication, configuration: entries }: Entries,
  configuration: Configuration,
): ConfigurationEntry[] {
  const choice = entries.find(({ key }) => key === TYPE_KEY);
  const types = new Set(choice?.options?.map(({ value }) => value.toLowerCase()));
  const chosen = (configuration[TYPE_KEY] || choice?.defaultValue || authentication.type).toLowerCase();
  return entries.filter(({ groupName }) => {
    const group = groupName?.toLowerCase();
    return group === undefined || group === chosen || !types.has(group);
  });
}

type Filling = {
  /** The grant was obtained elsewhere. */
  isExternal?: boolean;
  /** For an existing instance, emptied entries stay empty. */
  keepsEmpty?: boolean;
};

/**
 * The configuration of an instance: what was given, and the defaults of what was not. Refuses (badRequest) an
 * authentication type that the element does not offer, and names required keys that have no value.
 */
export function fillConfiguration(
  element: Entries,
  given: Configuration,
  { isExternal = false, keepsEmpty = false }: Filling = {},
): Configuration {
  const choice = element.configuration.find(({ key }) => key === TYPE_KEY);
  const options = choice?.options?.map(({ value }) => value) ?? [];
  const requestedType = given[TYPE_KEY];
  if (
    requestedType &&
    options.length > 0 &&
    !options.some((option) => option.toLowerCase() === requestedType.toLowerCase())
  )
    throw new Failure("badRequest", `configuration: ${TYPE_KEY} must be one of ${options.join(", ")}.`);
  const entries = entriesFor(element, given);
  // Requests have the addresses of the configuration only, whichever type they were defined for.
  const addresses = element.configuration.filter(({ key }) => CALL_ADDRESSES.includes(key));
  const defaults = [...addresses, ...entries].flatMap(({ key, defaultValue }): [string, string][] =>
    defaultValue === undefined || defaultValue === "" ? [] : [[key, defaultValue]],
  );
  const filled = { ...Object.fromEntries(defaults), ...(keepsEmpty ? given : withoutEmpty(given)) };
  const missing = entries
    .filter((entry) => isDue(entry, { filled, isExternal }) && !filled[entry.key])
    .map(({ key }) => key);
  if (missing.length > 0)
    throw new Failure(
      "badRequest",
      `configuration: ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} required.`,
    );
  return filled;
}

type Due = { filled: Configuration; isExternal: boolean };

/**
 * Entries that the product maintains or that are switched off are not required, nor those that no request to the
 * authorization server needs.
 */
const isDue = ({ key, required, active, internal }: ConfigurationEntry, due: Due) =>
  required && active && !internal && !NEEDLESS[key]?.(due);

const isRefreshed = ({ "oauth.user.refresh_token": token }: Configuration) => Boolean(token);
const NEEDLESS: Record<string, (due: Due) => boolean> = {
  "oauth.callback.url": ({ filled, isExternal }) => isExternal || filled["oauth.grant.type"] === "client_credentials",
  "oauth.api.key": ({ filled, isExternal }) => isExternal && !isRefreshed(filled),
  "oauth.api.secret": ({ filled, isExternal }) => isExternal && !isRefreshed(filled),
};

const withoutEmpty = (given: Configuration) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
