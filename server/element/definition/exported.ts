import type { Element, ElementObject, Resource } from "../shape.ts";
import type { PreparedElement, PreparedExtension, PreparedObject, PreparedResource } from "./prepared.ts";

/** The definition for another system: without our ids. */
export function exportedElement({ partCount: _, ...element }: PreparedElement): Element & { key: string } {
  return {
    ...element,
    configuration: element.configuration.map(withoutId),
    parameters: element.parameters.map(withoutId),
    hooks: element.hooks.map(withoutId),
    resources: element.resources.map(exportedResource),
    objects: element.objects.map(exportedObject),
  };
}

/**
 * The additions of an account to an element of the catalog, in the same form. Fields name the object that they belong
 * to.
 */
export function exportedExtension(element: PreparedElement, { resources, objects, fields }: PreparedExtension) {
  const nameOf = new Map(element.objects.map(({ id, name }) => [id, name]));
  return {
    element: element.key,
    resources: resources.map(exportedResource),
    objects: objects.map(exportedObject),
    fields: fields.flatMap(({ objectId, ...field }) => {
      const object = nameOf.get(objectId);
      return object === undefined ? [] : [{ ...withoutId(field), object }];
    }),
  };
}

const exportedResource = (resource: PreparedResource): Resource => ({
  ...withoutId(resource),
  parameters: resource.parameters.map(withoutId),
  hooks: resource.hooks.map(withoutId),
});

const exportedObject = (object: PreparedObject): ElementObject => ({
  ...withoutId(object),
  fields: object.fields.map(withoutId),
});

/** The id is removed entirely: an export without it equals the one before the import. */
function withoutId<Part extends { id?: number | undefined }>(part: Part): Part {
  const { id: _, ...rest } = part;
  return rest as Part;
}
