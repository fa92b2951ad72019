import { ownFields, prepareHook, prepareResource } from "../definition/prepare.ts";
import { type Element, elementSchema } from "../shape.ts";

/** A converted description in the form of a stored element of this hub, for the comparison. */
export function importedElement(converted: object, hub: string): Element {
  const element = elementSchema.parse(converted);
  return {
    ...element,
    parameters: element.parameters.map(ownFields),
    hooks: element.hooks.map(prepareHook),
    resources: element.resources.map((resource) => prepareResource(resource, hub)),
    objects: element.objects.map(ownFields),
  };
}
