import type { Element, Resource, ResourceType } from "./shape.ts";

/** A resource made ready to be called. */
export type PlannedResource = { resource: Resource };

/** An element made ready to be called: compiled once per version and shared by its instances. */
export type ElementPlan = {
  element: Element;
  resources: readonly PlannedResource[];
  /** Resources that are not addressed by a path, such as `onProvision`, in their order. */
  ofType: (type: ResourceType) => readonly PlannedResource[];
};

/** What one account added to an element of the catalog (contract §2.9, Extend). */
export type Extension = { resources: readonly Resource[] };

/** Compiles a definition. Whatever is wrong with a resource is answered when that resource is called. */
export function compileElement(element: Element, _extension?: Extension | null): ElementPlan {
  return { element, resources: [], ofType: () => [] };
}
