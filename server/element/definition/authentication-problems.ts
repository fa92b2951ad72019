import { typesOf } from "../../registry.ts";
import { API_KEY } from "../auth/api-key.ts";
import type { Entry } from "../auth/entry.ts";
import { AUTH_TYPES, type AuthenticationType, TYPE_KEY } from "../auth/registry.ts";
import { PLACES } from "../parameters/registry.ts";
import { RESOURCE_TYPES } from "../resource-types/registry.ts";
import type { Moment } from "../resource-types/resource-type.ts";
import type { Element, Parameter } from "../shape.ts";
import { hasOwnCredentials, keysOf } from "./own-credentials.ts";
import type { ElementWarning } from "./warning.ts";

/**
 * Settings that are missing or have an unsupported value, so that no account can be connected. Such elements can be
 * saved, as exports are imported unchanged and element instances may have other values.
 */
export function authenticationProblems(element: Element): ElementWarning[] {
  const defaults = Object.fromEntries(element.configuration.map(({ key, defaultValue = "" }) => [key, defaultValue]));
  const types = offeredTypes(element);
  const replaced = replacedBy(element);
  const found = types.flatMap((type) => {
    const { configuration, required, unused } = AUTH_TYPES[type];
    const isUnused = new Set(unused?.(defaults));
    const isRequired = new Set(required?.(defaults).filter((key) => !replaced.has(key)));
    return configuration.flatMap((entry) => {
      if (isUnused.has(entry.key)) return [];
      return [...(isRequired.has(entry.key) ? missing(element, entry) : []), ...unsupported(element, entry)];
    });
  });
  return [...new Map(found.map((problem) => [problem.path.join("."), problem])).values(), ...unsentKey(element, types)];
}

/** The types of the choice that an element offers, else its own. */
export function offeredTypes({ authentication, configuration }: Element): AuthenticationType[] {
  const offered = configuration.find(({ key }) => key === TYPE_KEY)?.options?.map(({ value }) => value.toLowerCase());
  const types = typesOf(AUTH_TYPES).filter((type) => offered?.includes(type.toLowerCase()));
  return types.length > 0 ? types : [authentication.type];
}

/** The moments at which resources of the element run in place of a request to an address. */
const MOMENTS: Readonly<Record<string, Moment>> = {
  "oauth.authorization.url": "authorizationUrl",
  "oauth.request.url": "requestToken",
  "oauth.token.url": "exchange",
};

function replacedBy({ resources }: Element): Set<string> {
  const moments = new Set(resources.flatMap(({ type }) => RESOURCE_TYPES[type].runsAt ?? []));
  return new Set(Object.keys(MOMENTS).filter((key) => MOMENTS[key] && moments.has(MOMENTS[key])));
}

function placeOf({ configuration }: Element, key: string) {
  const at = configuration.findIndex((entry) => entry.key === key);
  return { saved: configuration[at], path: ["configuration", at < 0 ? key : at, "defaultValue"] };
}

/** Whether a setting has a default value, or people enter it when they connect an account. */
export function isProvided(element: Element, key: string): boolean {
  const { saved } = placeOf(element, key);
  const isEntered = saved?.active && !saved.internal && !saved.hideFromConsole;
  return isEntered || (saved?.defaultValue ?? "").trim() !== "";
}

function missing(element: Element, { key, name }: Entry): ElementWarning[] {
  if (isProvided(element, key)) return [];
  const { saved, path } = placeOf(element, key);
  const message = `${key}: is required to connect an account. Set its default value.`;
  return [{ path, message, reason: { key: "missingSetting", values: { entry: key, name: saved?.name ?? name } } }];
}

function unsupported(element: Element, { key, name, choices }: Entry): ElementWarning[] {
  const { saved, path } = placeOf(element, key);
  const value = saved?.defaultValue ?? "";
  if (!choices || value === "" || choices.includes(value)) return [];
  const values = { entry: key, name: saved?.name ?? name, choices: choices.join(", ") };
  return [{ path, message: `${key}: must be one of ${values.choices}.`, reason: { key: "noChoice", values } }];
}

/** An API key that nothing sends: other types send their credentials themselves. Hooks may send it, too. */
function unsentKey(element: Element, types: readonly AuthenticationType[]): ElementWarning[] {
  const { parameters, hooks, resources, configuration } = element;
  const all = [...parameters, ...resources.flatMap((resource) => resource.parameters)];
  const hasHooks = [hooks, ...resources.map((resource) => resource.hooks)].some((list) => list.length > 0);
  const baseUrl = configuration.find(({ key }) => key === "base.url")?.defaultValue;
  const isSent = hasHooks || hasOwnCredentials(element) || baseUrl?.includes(`{${API_KEY}}`) || all.some(sendsKey);
  if (!types.includes("apiKey") || isSent) return [];
  const message = `type: no parameter sends the API key. Add a parameter that sends the configuration value ${API_KEY} in a header or the query.`;
  return [{ path: ["authentication", "type"], message, reason: { key: "noKeyParameter", values: { key: API_KEY } } }];
}

function sendsKey(parameter: Parameter): boolean {
  const { isForHooks, isStored } = PLACES[parameter.vendorType];
  return !isForHooks && !isStored && keysOf(parameter).includes(API_KEY);
}
