import { isSecretName } from "../auth/secrets.ts";
import { password } from "../configuration-types/password.ts";
import { textField1000 } from "../configuration-types/text.ts";
import { PLACES } from "../parameters/registry.ts";
import { type ConfigurationEntry, configurationEntrySchema } from "../shape.ts";
import { type Definition, keysOf } from "./own-credentials.ts";

/**
 * Entries for values that the element's parameters read from the configuration although it has no entry for them: users
 * can only fill in what has an entry. Values that the element itself writes there from a response need none.
 */
export function unlistedEntries(element: Definition): ConfigurationEntry[] {
  const { configuration, parameters = [], resources = [] } = element;
  const all = [...parameters, ...resources.flatMap((resource) => resource.parameters)];
  const known = new Set(configuration.map(({ key }) => key));
  const written = new Set(
    all.filter(({ source, vendorType }) => source === "response" || PLACES[vendorType].isStored).flatMap(namesOf),
  );
  const unlisted = all
    .flatMap(keysOf)
    .filter((key) => !known.has(key) && !written.has(key) && !OURS.has(key) && isKey(key));
  return [...new Set(unlisted)].map((key) =>
    configurationEntrySchema.parse({
      key,
      name: labelOf(key),
      type: (isSecretName(key) ? password : textField1000).type,
    }),
  );
}

/** Whether an entry can have the key: a parameter may have no name. */
const isKey = (key: string): boolean => configurationEntrySchema.shape.key.safeParse(key).success;

/** Configuration that the product itself adds to a request. */
const OURS = new Set(["event.notification.webhook.url"]);

/** The label for a key: `client.secret` is Client secret. */
function labelOf(key: string): string {
  const words = key
    .replaceAll(/[._-]+/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words === "" ? key : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const namesOf = ({ name, vendorName }: { name: string; vendorName: string }) => [name, vendorName];
