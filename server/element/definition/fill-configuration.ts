import { Failure } from "../../errors.ts";
import { TYPE_KEY } from "../auth/registry.ts";
import type { Configuration } from "../ports.ts";
import type { ConfigurationEntry, Element } from "../shape.ts";

type Entries = Pick<Element, "authentication" | "configuration">;

/**
 * The entries that concern an instance with this configuration: where the element offers several authentication
 * types, those of the types that were not chosen are left out (contract §2.2).
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

/**
 * The configuration of a new instance (contract §4.1): what was given, and the defaults of what was not. Refuses
 * (badRequest) an authentication type that the element does not offer, and names required keys that have no value.
 */
export function fillConfiguration(element: Entries, given: Configuration): Configuration {
  const choice = element.configuration.find(({ key }) => key === TYPE_KEY);
  const options = choice?.options?.map(({ value }) => value) ?? [];
  const asked = given[TYPE_KEY];
  if (asked && options.length > 0 && !options.some((option) => option.toLowerCase() === asked.toLowerCase()))
    throw new Failure("badRequest", `configuration: ${TYPE_KEY} must be one of ${options.join(", ")}.`);
  const entries = entriesFor(element, given);
  const defaults = entries.flatMap(({ key, defaultValue }): [string, string][] =>
    defaultValue === undefined || defaultValue === "" ? [] : [[key, defaultValue]],
  );
  const filled = { ...Object.fromEntries(defaults), ...withoutEmpty(given) };
  const missing = entries.filter((entry) => isDue(entry, filled) && !filled[entry.key]).map(({ key }) => key);
  if (missing.length > 0)
    throw new Failure(
      "badRequest",
      `configuration: ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} required.`,
    );
  return filled;
}

/** What is kept by us or switched off is not asked for, nor an address to come back to where nobody goes. */
const isDue = ({ key, required, active, internal }: ConfigurationEntry, filled: Configuration) =>
  required &&
  active &&
  !internal &&
  !(key === "oauth.callback.url" && filled["oauth.grant.type"] === "client_credentials");

const withoutEmpty = (given: Configuration) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
