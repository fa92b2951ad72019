import { contextParamsOf } from "../hooks/context-params.ts";
import { keyOf } from "../key-of.ts";
import type { Element, Hook, Resource } from "../shape.ts";
import { automaticConfiguration } from "./automatic-configuration.ts";
import {
  identifyConfiguration,
  identifyHooks,
  identifyObjects,
  identifyParameters,
  identifyResources,
  idsOf,
} from "./identify-parts.ts";
import type { PreparedElement } from "./prepared.ts";

/**
 * Normalizes a definition before it is saved: a key, an id for every part (kept from `before` for unchanged parts),
 * paths under the hub, the default entries, and what is derived from hooks. Fields that the API adds to a definition
 * are dropped.
 */
export function prepareElement(
  element: Element,
  { elementId, before }: { elementId: number; before?: PreparedElement | undefined },
): PreparedElement {
  const ids = idsOf(elementId, before);
  const configuration = [...element.configuration, ...missingEntries(element, before)];
  const prepared = {
    ...without(element, ADDED_FIELDS),
    key: element.key ?? before?.key ?? keyOf(element.name),
    configuration: identifyConfiguration(configuration, before?.configuration ?? [], ids),
    parameters: identifyParameters(element.parameters.map(ownFields), before?.parameters ?? [], ids),
    hooks: identifyHooks(element.hooks.map(prepareHook), before?.hooks ?? [], ids),
    resources: identifyResources(
      element.resources.map((resource) => prepareResource(resource, element.hub)),
      before?.resources ?? [],
      ids,
    ),
    objects: identifyObjects(element.objects.map(ownFields), before?.objects ?? [], ids),
  };
  return { ...prepared, partCount: ids.count() } as PreparedElement;
}

/** Existing entries are unchanged, base.url above all. */
function missingEntries(element: Element, before: PreparedElement | undefined) {
  const given = new Set(element.configuration.map(({ key }) => key));
  return automaticConfiguration(element)
    .filter(({ key }) => !given.has(key))
    .map((entry) => before?.configuration.find(({ key }) => key === entry.key) ?? entry);
}

/** A resource as it is stored, except for the ids. */
export function prepareResource(resource: Resource, hub: string): Resource {
  return {
    ...ownFields(resource),
    path: pathUnder(hub, resource.path),
    parameters: resource.parameters.map(ownFields),
    hooks: resource.hooks.map(prepareHook),
  };
}

/** `/contacts` as `/hubs/crm/contacts` (spec §2.9). */
export const pathUnder = (hub: string, path: string): string =>
  /^\/hubs\/[^/]+\/./.test(path) ? path : `/hubs/${hub}/${path.replace(/^\/+/, "")}`;

/** Exports leave the script out and keep the fields derived from it, in another order. */
export const prepareHook = (hook: Hook): Hook => ({
  ...ownFields(hook),
  ...(hook.body !== "" && { contextParams: inOrderOf(hook.contextParams, contextParamsOf(hook).join(",")) }),
});

function inOrderOf(given: unknown, derived: string): string {
  if (typeof given !== "string") return derived;
  const names = new Set(derived.split(","));
  const known = given.split(",").map((name) => name.trim());
  return [...new Set([...known.filter((name) => names.has(name)), ...names])].join(",");
}

/** Fields that the API adds to an element. */
const ADDED_FIELDS = [
  "id",
  "private",
  "extended",
  "actuallyExtended",
  "typeOauth",
  "createdDate",
  "updatedDate",
  "ownerAccountId",
  "accountId",
  "deleted",
  "partCount",
];
/** And to its parts. */
const ADDED_PART_FIELDS = ["elementId", "resourceId", "objectId", "ownerAccountId"];

export const ownFields = <Part extends object>(part: Part): Part => without(part, ADDED_PART_FIELDS);

const without = <Part extends object>(part: Part, names: readonly string[]): Part =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name))) as Part;
