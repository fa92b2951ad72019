import type { Element } from "../shape.ts";
import type { PreparedElement } from "./prepared.ts";

/** The definition as another system takes it: no ids of ours. */
export function exportedElement({ partCount: _, ...element }: PreparedElement): Element & { key: string } {
  return {
    ...element,
    configuration: element.configuration.map(withoutId),
    parameters: element.parameters.map(withoutId),
    hooks: element.hooks.map(withoutId),
    resources: element.resources.map((resource) => ({
      ...withoutId(resource),
      parameters: resource.parameters.map(withoutId),
      hooks: resource.hooks.map(withoutId),
    })),
    objects: element.objects.map((object) => ({ ...withoutId(object), fields: object.fields.map(withoutId) })),
  };
}

/** The id is not kept at all: an export without it is the same as before it was imported. */
function withoutId<Part extends { id?: number | undefined }>(part: Part): Part {
  const { id: _, ...rest } = part;
  return rest as Part;
}
