import { typesOf } from "../../registry.ts";
import type { Configuration } from "../ports.ts";
import type { Element } from "../shape.ts";
import type { AuthType } from "./auth-type.ts";
import { AUTH_TYPES, type AuthenticationType, TYPE_KEY } from "./registry.ts";

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

/** Real exports write the values in any case. */
function typeNamed(name: string | undefined): AuthenticationType | undefined {
  return typesOf(AUTH_TYPES).find((type) => type.toLowerCase() === name?.toLowerCase());
}
