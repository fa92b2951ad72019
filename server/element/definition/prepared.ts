import { addressOf } from "../resource-path.ts";
import type { ConfigurationEntry, Element, ElementField, ElementObject, Hook, Parameter, Resource } from "../shape.ts";

/** A part under its id. Ids begin with the element's: a million times it, plus a running number. */
export type Identified<Part> = Part & { id: number };

/** The same type with other lists. (`Omit` would drop the names of a loose object's fields.) */
type Replace<Whole, Lists> = { [Name in keyof Whole as Name extends keyof Lists ? never : Name]: Whole[Name] } & Lists;

export type PreparedResource = Replace<
  Identified<Resource>,
  { parameters: Identified<Parameter>[]; hooks: Identified<Hook>[] }
>;
export type PreparedObject = Replace<Identified<ElementObject>, { fields: Identified<ElementField>[] }>;

/** An element as it is stored (see `prepareElement`). */
export type PreparedElement = Replace<
  Element,
  {
    key: string;
    configuration: Identified<ConfigurationEntry>[];
    parameters: Identified<Parameter>[];
    hooks: Identified<Hook>[];
    resources: PreparedResource[];
    objects: PreparedObject[];
    /** The number of ids ever assigned to parts, so that none is assigned twice. */
    partCount: number;
  }
>;

/** The additions of one account to an element of the catalog. */
export type PreparedExtension = {
  resources: PreparedResource[];
  objects: PreparedObject[];
  /** Fields for objects that the element itself has. */
  fields: (Identified<ElementField> & { objectId: number })[];
  partCount: number;
};

export const NO_EXTENSION: PreparedExtension = { resources: [], objects: [], fields: [], partCount: 0 };

/**
 * The element as the account sees and calls it: its own resources beside the system's, and instead of those with the
 * same method and path.
 */
export function withExtension(element: PreparedElement, extension: PreparedExtension | null): PreparedElement {
  if (!extension) return element;
  const overridden = new Set(extension.resources.map(addressOf));
  return {
    ...element,
    resources: [
      ...element.resources.filter((resource) => !overridden.has(addressOf(resource))),
      ...extension.resources,
    ],
    objects: [
      ...element.objects.map((object) => ({
        ...object,
        fields: [
          ...object.fields,
          ...extension.fields
            .filter(({ objectId }) => objectId === object.id)
            .map(({ objectId: _, ...field }) => field as Identified<ElementField>),
        ],
      })),
      ...extension.objects,
    ],
  };
}
