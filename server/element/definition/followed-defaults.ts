import { Failure } from "../../errors.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { strayAddress } from "./element-secrets.ts";
import { fillConfiguration } from "./fill-configuration.ts";

type Definition = Pick<Element, "authentication" | "configuration">;

/** A configuration with the keys whose values were defaults of a definition. */
export type Followed = { configuration: Configuration; defaultKeys: readonly string[] };

/** The keys whose values are defaults, because no value was given. */
export const defaultKeysOf = (given: Configuration, filled: Configuration): string[] =>
  Object.keys(filled).filter((key) => !given[key]);

/**
 * The configuration of an account by another version of the definition that it was connected with: entered values and
 * those of the provider are kept, defaults are those of the definition.
 *
 * Refuses (badRequest) a definition that requires further values, and a definition whose addresses lead to another host
 * than that of the account: its secrets were entered for that host.
 */
export function byDefinition(definition: Definition, { configuration, defaultKeys }: Followed): Configuration {
  const ofDefaults = new Set(defaultKeys);
  const own = Object.fromEntries(Object.entries(configuration).filter(([key]) => !ofDefaults.has(key)));
  // Only types that need a callback URL have one.
  const now = { ...fillConfiguration(definition, own, { isExternal: true }) };
  const stray = strayAddress(configuration, now, { isFirstOpen: true });
  if (stray === undefined) return now;
  throw new Failure("badRequest", `${stray} leads to another host now, ${now[stray]}.`);
}
