import { chainFrom } from "./call/chain.ts";
import { rootKeysOf } from "./call/root-key.ts";
import { translatedBy } from "./call/translated.ts";
import { changesSomething, changingResources } from "./changes-something.ts";
import { contextParamsOf } from "./hooks/context-params.ts";
import { HOOK_TYPES } from "./hooks/registry.ts";
import { compileMatcher } from "./match.ts";
import { pagingTraitsOf } from "./pagination/traits.ts";
import { compileParameters } from "./parameters/compile-parameters.ts";
import type { ElementPlan, PlannedHook, PlannedResource } from "./planned.ts";
import type { HookOrigin } from "./ports.ts";
import { compilePath } from "./provider/provider-address.ts";
import { addressOf, objectNameOf, withoutHub } from "./resource-path.ts";
import { isCallable, RESOURCE_TYPES, typesAt } from "./resource-types/registry.ts";
import type { Element, Hook, Resource } from "./shape.ts";

/**
 * The additions of one account to an element of the catalog: they take precedence over resources with the same address.
 */
export type Extension = { resources: readonly Resource[] };

/** Compiles a definition. A problem of a resource is reported when that resource is requested. */
export function compileElement(element: Element, extension?: Extension | null): ElementPlan {
  const added = extension?.resources ?? [];
  const overridden = new Set(added.map(addressOf));
  const all = [...added, ...element.resources.filter((resource) => !overridden.has(addressOf(resource)))];
  const resources = all.map((resource) => compileResource(element, resource));
  const byAddress = new Map(resources.map((planned) => [addressOf(planned.resource), planned]));
  const changing = changingResources({ ...element, resources: all });
  for (const planned of resources)
    Object.assign(planned, chainFrom(planned, byAddress), { changes: changing.has(planned.resource) });
  const callable = resources.filter(({ resource }) => isCallable(resource));
  return {
    element,
    resources,
    ofType: (type) => resources.filter(({ resource }) => resource.type === type),
    typesAt: (moment) => typesAt(moment).filter((type) => resources.some(({ resource }) => resource.type === type)),
    match: compileMatcher(
      callable.map((target) => ({ method: target.resource.method, path: withoutHub(target.resource.path), target })),
    ),
    settings: new WeakMap(),
    generic: new Map(),
  };
}

/** One resource beside the parameters and hooks of its element; its chain is not known yet. */
export function compileResource(element: Element, resource: Resource): PlannedResource {
  const path = withoutHub(resource.path);
  const label = `${resource.method} ${path}`;
  const hooksOf = (stage: Stage) => ({
    global: plannedHooks(element.hooks, stage, { level: "element", owner: "the element" }),
    own: plannedHooks(resource.hooks, stage, { level: "resource", owner: label }),
  });
  const [before, after] = [hooksOf("before"), hooksOf("after")];
  const parameters = compileParameters([...element.parameters, ...resource.parameters], resource.type);
  return {
    resource,
    label,
    objectName: objectNameOf(path),
    vendorMethod: resource.vendorMethod ?? resource.method,
    vendorPath: compilePath(resource.vendorPath),
    parameters,
    hooks: { before: [...before.global, ...before.own], after: [...after.own, ...after.global] },
    rootKeys: rootKeysOf(resource),
    paging: pagingTraitsOf(element, resource),
    translates: translatedBy(element, resource),
    chain: [],
    respond: RESOURCE_TYPES[resource.type].respond,
    problem: resource.kind === "java" ? "This API is not currently supported for this element" : null,
    changes: changesSomething(resource, element),
    isGeneric: false,
  };
}

type Stage = keyof PlannedResource["hooks"];

type HookOwner = Pick<HookOrigin, "level"> & { owner: string };

const plannedHooks = (hooks: readonly Hook[], stage: Stage, { level, owner }: HookOwner): PlannedHook[] =>
  hooks
    .filter(({ type, body }) => HOOK_TYPES[type].stage === stage && body.trim() !== "")
    .map((hook) => ({
      hook,
      origin: { type: hook.type, level },
      label: `the ${HOOK_TYPES[hook.type].label} hook of ${owner}`,
      wants: new Set(contextParamsOf(hook)),
    }));
