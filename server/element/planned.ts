import type { AuthType } from "./auth/auth-type.ts";
import type { RootKeys } from "./call/root-key.ts";
import type { Matcher } from "./match.ts";
import type { PageBounds } from "./pagination/page-size.ts";
import type { PagingTraits } from "./pagination/traits.ts";
import type { PlannedParameters } from "./parameters/compile-parameters.ts";
import type { Configuration, HookOrigin } from "./ports.ts";
import type { BaseTemplate } from "./provider/base-url.ts";
import type { PathTemplate } from "./provider/provider-address.ts";
import type { ResourceTypeName } from "./resource-types/registry.ts";
import type { Moment, ResourceType } from "./resource-types/resource-type.ts";
import type { Element, Hook, Resource } from "./shape.ts";

/** A hook with its owner and the variables that its script mentions: only those are passed to it. */
export type PlannedHook = { hook: Hook; origin: HookOrigin; label: string; wants: ReadonlySet<string> };

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
  /** The handler that responds in place of the provider. */
  respond: ResourceType["respond"];
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

/** The address that paths are appended to, and the allowed origins of requests (E08). */
export type Destination = { base: string; origins: readonly string[] };

/** Values derived from the configuration of one instance, computed once. */
export type Settings = {
  auth: AuthType;
  base: BaseTemplate;
  /** Where nothing else is needed to fill it. */
  fixed: Destination | null;
  /** Origins beside that of the base. */
  moreOrigins: readonly string[];
  paginationType: string | undefined;
  startIndex: number;
  bounds: PageBounds;
  dropsNulls: boolean;
  selectsFields: boolean;
  /** By object name, what is shown when the caller names no fields. */
  defaultFields: ReadonlyMap<string, readonly string[]>;
};
