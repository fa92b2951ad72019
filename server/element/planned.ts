import type { AuthType } from "./auth/auth-type.ts";
import type { RootKeys } from "./call/root-key.ts";
import type { Narrowing } from "./call/translated.ts";
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

/** A compiled resource. */
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
  /** The parts of a query that it may pass on to the provider. */
  translates: ReadonlySet<Narrowing>;
  /** This resource and those that follow it. */
  chain: readonly PlannedResource[];
  /** The handler that responds instead of the provider. */
  respond: ResourceType["respond"];
  /** Why it cannot be requested: requests are refused with this message. */
  problem: string | null;
  /** Whether it, or one that follows it, changes something: callers who may only read are refused. */
  changes: boolean;
  /** Passes the caller's query and body on as they are: objects of the provider that no resource describes. */
  isGeneric: boolean;
};

/** A compiled element: compiled once per version and shared by its instances. */
export type ElementPlan = {
  element: Element;
  resources: readonly PlannedResource[];
  /** Resources without a path, such as `onProvision`, in their order. */
  ofType: (type: ResourceTypeName) => readonly PlannedResource[];
  /** The types of these resources that run at a moment. */
  typesAt: (moment: Moment) => readonly ResourceTypeName[];
  match: Matcher<PlannedResource>;
  /** Values derived from the configuration of one instance, cached as long as that object exists. */
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
  /** Set if it depends on nothing else. */
  fixed: Destination | null;
  /** Origins besides that of the base. */
  moreOrigins: readonly string[];
  paginationType: string | undefined;
  startIndex: number;
  bounds: PageBounds;
  dropsNulls: boolean;
  selectsFields: boolean;
  /** The default fields by object name, if the caller selects none. */
  defaultFields: ReadonlyMap<string, readonly string[]>;
};
