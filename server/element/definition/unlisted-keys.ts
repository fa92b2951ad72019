import { soundsSecret } from "../auth/secrets.ts";
import { type ConfigurationEntry, configurationEntrySchema } from "../shape.ts";
import { type Definition, keysOf } from "./own-credentials.ts";

/**
 * Entries for what the parameters of an element take from the configuration of its instances though no entry of the
 * element speaks of it: whoever connects it can only fill in what they are asked for. What the element itself writes
 * there, from a reply, is nobody's to fill in.
 */
export function unlistedEntries(element: Definition): ConfigurationEntry[] {
  const { configuration, parameters = [], resources = [] } = element;
  const all = [...parameters, ...resources.flatMap((resource) => resource.parameters)];
  const known = new Set(configuration.map(({ key }) => key));
  const written = new Set(
    all.filter(({ source, vendorType }) => source === "response" || vendorType === "configuration").flatMap(namesOf),
  );
  const unlisted = new Set(all.flatMap(keysOf).filter((key) => !known.has(key) && !written.has(key)));
  return [...unlisted].map((key) =>
    configurationEntrySchema.parse({ key, name: key, type: soundsSecret(key) ? "PASSWORD" : "TEXTFIELD_1000" }),
  );
}

const namesOf = ({ name, vendorName }: { name: string; vendorName: string }) => [name, vendorName];
