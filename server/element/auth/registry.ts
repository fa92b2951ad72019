import { registry, typesOf } from "../../registry.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import { apiKey } from "./api-key.ts";
import type { AuthType } from "./auth-type.ts";
import { awsV2, awsV4 } from "./aws-v4.ts";
import { basic } from "./basic.ts";
import { custom } from "./custom.ts";
import { oauth1 } from "./oauth1.ts";
import { oauth2 } from "./oauth2.ts";

/** Every way to authenticate to a provider, the likeliest of an API first. To add one: write its file and name it here. */
const TYPES = registry(oauth2, apiKey, basic, oauth1, awsV4, awsV2, custom);

export type AuthenticationType = keyof typeof TYPES;
export const AUTH_TYPES: Readonly<Record<AuthenticationType, AuthType<AuthenticationType>>> = TYPES;

/** Whose request tokens an element has that asks for them by a resource of its own. */
export const REQUEST_TOKENS = oauth1;

/** Of an element that names none. */
export const DEFAULT_AUTH = custom;

/** Chooses among several types of one element. */
export const TYPE_KEY = "authentication.type";

/**
 * How an instance with this configuration authenticates: by the type that `authentication.type` chooses where the
 * element offers several, else by the element's own.
 */
export function authenticationOf(
  { authentication, configuration: entries }: Pick<Element, "authentication" | "configuration">,
  configuration: Configuration,
): AuthType {
  const choice = entries.find(({ key }) => key === TYPE_KEY);
  const chosen = choice && typeNamed(configuration[TYPE_KEY] || choice.defaultValue);
  return AUTH_TYPES[chosen ?? authentication.type];
}

/** Values of real exports are written in any case. */
function typeNamed(name: string | undefined): AuthenticationType | undefined {
  return typesOf(AUTH_TYPES).find((type) => type.toLowerCase() === name?.toLowerCase());
}
