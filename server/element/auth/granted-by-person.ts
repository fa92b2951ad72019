import type { Configuration } from "../ports.ts";
import type { AuthType } from "./auth-type.ts";

/** Whether a person grants access on a page of the provider, as the element is configured. */
export const isGrantedByPerson = (
  { authorizationUrl, unused }: Pick<AuthType, "authorizationUrl" | "unused">,
  configuration: Configuration,
): boolean => authorizationUrl !== undefined && unused?.(configuration).includes("oauth.authorization.url") !== true;
