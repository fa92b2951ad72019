import { automaticConfiguration } from "#server/element/definition/automatic-configuration.ts";
import { unlistedEntries } from "#server/element/definition/unlisted-keys.ts";
import type { ConfigurationEntry, Element } from "#server/element/shape.ts";

/** Entries for values that parameters read and no entry has. Hooks may write the values that they mention. */
export function missingEntries(element: Element): ConfigurationEntry[] {
  const scripts = [...element.hooks, ...element.resources.flatMap(({ hooks }) => hooks)].map(({ body }) => body);
  const automatic = new Set(automaticConfiguration(element).map(({ key }) => key));
  return unlistedEntries(element).filter(
    ({ key }) => !automatic.has(key) && !scripts.some((script) => script.includes(key)),
  );
}
