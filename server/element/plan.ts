import { chainFrom } from "./call/chain.ts";
import { type RootKeys, rootKeysOf } from "./call/root-key.ts";
import { addressOf, withoutHub } from "./definition/prepared.ts";
import { contextParamsOf } from "./hooks/context-params.ts";
import { HOOK_TYPES } from "./hooks/registry.ts";
import { compileMatcher, type Matcher } from "./match.ts";
import { type PagingTraits, pagingTraitsOf } from "./pagination/traits.ts";
import { compileParameters, type PlannedParameters } from "./parameters/compile-parameters.ts";
import type { Configuration } from "./ports.ts";
import { compilePath, type PathTemplate } from "./provider/provider-address.ts";
import { isCallable, RESOURCE_TYPES, type ResourceTypeName, typesAt } from "./resource-types/registry.ts";
import type { Moment, ResourceType } from "./resource-types/resource-type.ts";
import type { Settings } from "./settings.ts";
import type { Element, Hook, Resource } from "./shape.ts";

/** A hook with whose it is and which variables its script mentions: others are not handed to it. */
export type PlannedHook = { hook: Hook; label: string; wants: ReadonlySet<string> };

/** A resource made ready to be called. */
export type PlannedResource = {
  resource: Resource;
  /** `GET /contacts/{id}`, for messages. */
  label: string;
  /** `contacts`, or `customersGroups` for `/customers/{id}/groups`: what limits and metadata know it by. */
  objectName: string;
  vendorMethod: string;
  vendorPath: PathTemplate;
  parameters: PlannedParameters;
  /** In the order they run: before the call those of the element first, after it last. */
  hooks: { before: readonly PlannedHook[]; after: readonly PlannedHook[] };
  rootKeys: RootKeys;
  paging: PagingTraits;
  /** This resource and those that follow it. */
  chain: readonly PlannedResource[];
  /** What answers in place of the provider. */
  answer: ResourceType["answer"];
  /** Why it cannot be called, if so: calling it is refused with this. */
  problem: string | null;
  /** Passes the caller's query and body on as they are: objects of the provider that no resource describes. */
  isGeneric: boolean;
};

/** An element made ready to be called: compiled once per version and shared by its instances. */
export type ElementPlan = {
  element: Element;
  resources: readonly PlannedResource[];
  /** Resources that are not addressed by a path, such as `onProvision`, in their order. */
  ofType: (type: ResourceTypeName) => readonly PlannedResource[];
  /** The types of those of them that run at a moment. */
  typesAt: (moment: Moment) => readonly ResourceTypeName[];
  match: Matcher<PlannedResource>;
  /** Values derived from the configuration of one instance, cached as long as that object lives. */
  settings: WeakMap<Configuration, Settings>;
  /** Resources for objects of the provider, by method, created at first use. */
  generic: Map<string, PlannedResource>;
};

/**
 * The additions of one account to an element of the catalog: they take precedence over resources with the same address.
 */
export type Extension = { resources: readonly Resource[] };

/** Compiles a definition. Whatever is wrong with a resource is answered when that resource is called. */
export function compileElement(element: Element, extension?: Extension | null): ElementPlan {
  const added = extension?.resources ?? [];
  const overridden = new Set(added.map(addressOf));
  const all = [...added, ...element.resources.filter((resource) => !overridden.has(addressOf(resource)))];
  const resources = all.map((resource) => compileResource(element, resource));
  const byAddress = new Map(resources.map((planned) => [addressOf(planned.resource), planned]));
  for (const planned of resources) Object.assign(planned, chainFrom(planned, byAddress));
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
    global: plannedHooks(element.hooks, stage, "the element"),
    own: plannedHooks(resource.hooks, stage, label),
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
    chain: [],
    answer: RESOURCE_TYPES[resource.type].answer,
    problem: resource.kind === "java" ? "This API is not currently supported for this element" : null,
    isGeneric: false,
  };
}

/** The words of a path in one. */
const objectNameOf = (path: string): string =>
  path
    .split("/")
    .filter((segment) => segment !== "" && !segment.startsWith("{"))
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");

type Stage = keyof PlannedResource["hooks"];

const plannedHooks = (hooks: readonly Hook[], stage: Stage, owner: string): PlannedHook[] =>
  hooks
    .filter(({ type, body }) => HOOK_TYPES[type].stage === stage && body.trim() !== "")
    .map((hook) => ({
      hook,
      label: `the ${HOOK_TYPES[hook.type].label} hook of ${owner}`,
      wants: new Set(contextParamsOf(hook.body).split(",")),
    }));
