import { AUTH_TYPES, type AuthenticationType } from "../auth/registry.ts";
import { isSecret, isSecretName } from "../auth/secrets.ts";
import { isProvided, offeredTypes } from "../definition/authentication-problems.ts";
import { isOfResponse } from "../parameters/compile-parameters.ts";
import { PLACES } from "../parameters/registry.ts";
import { RESOURCE_TYPES, typesAt } from "../resource-types/registry.ts";
import type { Moment } from "../resource-types/resource-type.ts";
import type { Element, Resource } from "../shape.ts";
import type { ChecklistRule, Finding } from "./checklist-rule.ts";

/** When an account is connected, a resource at these moments may return a token. */
const LOGIN_AT: readonly Moment[] = ["exchange", "connect", "proveAccess"];
const TOKEN_URLS = ["oauth.token.url", "oauth.token.refresh_url"];

/** After a 401, a connection is refreshed once. If nothing refreshes it, it fails until a person connects it again. */
export const renewedLogins: ChecklistRule = {
  rule: "renewedLogins",
  title: "A token that has expired is renewed",
  find: (element) =>
    offeredTypes(element)
      .flatMap((type) => withoutRefresh(element, type))
      .slice(0, 1),
};

function withoutRefresh(element: Element, type: AuthenticationType): Finding[] {
  const { refresh, isByElement } = AUTH_TYPES[type];
  const moment = isByElement ? "refreshByElement" : "refresh";
  if (placeAt(element, ["refresh", moment]) >= 0) return [];
  // The request that refreshes goes to one of the token URLs. They are required if no resource exchanges the code.
  const at = refresh
    ? placeAt(element, ["exchange"])
    : placeAt(element, LOGIN_AT, (resource) => keepsToken(element, resource));
  if (at < 0 || (refresh && TOKEN_URLS.some((key) => isProvided(element, key)))) return [];
  const [added = ""] = typesAt(moment);
  const orUrl = refresh ? ", or set oauth.token.refresh_url" : "";
  const message = `Nothing renews the token of this login when it expires: requests then fail with 401 until the account is connected again. Add a resource of the type ${added} that gets a new token${orUrl}.`;
  return [{ path: ["resources", at], message }];
}

const placeAt = ({ resources }: Element, moments: readonly Moment[], is = (_: Resource) => true): number =>
  resources.findIndex(
    (resource) => RESOURCE_TYPES[resource.type].runsAt?.some((moment) => moments.includes(moment)) && is(resource),
  );

/** Whether a secret of the response, such as a session token, is stored in the connection. */
const keepsToken = (element: Element, { type, parameters }: Resource): boolean =>
  parameters.some(
    (parameter) =>
      PLACES[parameter.type].isStored &&
      isOfResponse(parameter, parameters, type) &&
      (isSecret(element, parameter.name) || isSecretName(parameter.name)),
  );
