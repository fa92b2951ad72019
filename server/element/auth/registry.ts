import type { Configuration } from "../ports.ts";
import { AUTHENTICATION_TYPES, type AuthenticationType, type Element } from "../shape.ts";
import { apiKey } from "./api-key.ts";
import type { AuthType } from "./auth-type.ts";
import { awsV2, awsV4 } from "./aws-v4.ts";
import { basic } from "./basic.ts";
import { custom } from "./custom.ts";
import { oauth1 } from "./oauth1.ts";
import { oauth2 } from "./oauth2.ts";

/** Every way to authenticate to a provider. To add one: write its file, name it here and in the shape's list. */
export const AUTH_TYPES: Record<AuthenticationType, AuthType> = {
  basic,
  apiKey,
  custom,
  oauth1,
  oauth2,
  awsv2: awsV2,
  awsv4: awsV4,
};

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
  return AUTHENTICATION_TYPES.find((type) => type.toLowerCase() === name?.toLowerCase());
}
