import { Failure } from "#server/errors.ts";
import type { Configuration } from "../ports.ts";
import { authorEntry, internalEntry, requiredEntry } from "./entry.ts";
import { fillAddress, webAddress } from "./fill-address.ts";

/** The entries of an application that is registered with a provider of OAuth; each version has names of its own. */
export const clientEntries = ({ id, secret }: { id: string; secret: string }) => [
  requiredEntry("oauth.api.key", "TEXTFIELD_1000", id, `The ${id.toLowerCase()} registered with the provider`),
  requiredEntry("oauth.api.secret", "PASSWORD", secret, `The ${secret.toLowerCase()}`),
  requiredEntry(
    "oauth.callback.url",
    "TEXTFIELD_1000",
    "Callback URL",
    "The callback URL registered with the provider",
  ),
  authorEntry("oauth.scope", "TEXTFIELD_1000", "Scope", "The requested access"),
];

export const AUTHORIZATION_URL = authorEntry(
  "oauth.authorization.url",
  "TEXTFIELD_1000",
  "Authorization URL",
  "Where a person grants access",
);

export const ACCESS_TOKEN = internalEntry(
  "oauth.user.token",
  "TEXTFIELD_1000",
  "Access token",
  "The user's access token",
);

/** A value of the configuration. Refuses (badRequest) an empty one. */
export function valueIn(configuration: Configuration, key: string): string {
  const value = configuration[key];
  if (value) return value;
  throw new Failure("badRequest", `${key}: is required.`);
}

/** An address of the configuration, with its `{name}` placeholders filled. Refuses (badRequest) an invalid address. */
export function addressIn(
  configuration: Configuration,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): URL {
  return webAddress(fillAddress(valueIn(configuration, key), { ...configuration, ...values }), key);
}
