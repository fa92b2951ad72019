import {
  type Ids,
  identifyFields,
  identifyHooks,
  identifyObjects,
  identifyParameters,
  identifyResources,
} from "#server/element/definition/identify-parts.ts";
import { ownFields, prepareHook, prepareResource } from "#server/element/definition/prepare.ts";
import type {
  Identified,
  PreparedElement,
  PreparedObject,
  PreparedResource,
} from "#server/element/definition/prepared.ts";
import type { ElementField, ElementObject, Hook, Parameter, Resource } from "#server/element/shape.ts";
import type { ElementRecord } from "#server/store/element/elements.ts";
import type { EditableDefinition } from "./editable-definition.ts";
import { presentField, presentObject, presentResource } from "./present-element.ts";

/** A list of parts with its own address: its place in an element, and the conversion of its parts. */
export type PartList<Sent extends object, Part extends Identified<object>> = {
  noun: "resource" | "parameter" | "hook" | "object" | "field";
  /** Undefined if the layer has no such list, or not its resource or object. */
  of: (layer: EditableDefinition, element: PreparedElement) => Part[] | undefined;
  with: (layer: EditableDefinition, parts: Part[]) => EditableDefinition;
  prepare: (sent: Sent, hub: string) => Sent;
  identify: (sent: readonly Sent[], before: readonly Part[], ids: Ids) => Part[];
  present: (record: ElementRecord, part: Part) => object;
};

export const RESOURCES: PartList<Resource, PreparedResource> = {
  noun: "resource",
  of: ({ resources }) => resources,
  with: (layer, resources) => ({ ...layer, resources }),
  prepare: prepareResource,
  identify: identifyResources,
  present: presentResource,
};

export const OBJECTS: PartList<ElementObject, PreparedObject> = {
  noun: "object",
  of: ({ objects }) => objects,
  with: (layer, objects) => ({ ...layer, objects }),
  prepare: ownFields,
  identify: identifyObjects,
  present: presentObject,
};

const parameterList = { noun: "parameter", prepare: ownFields, identify: identifyParameters } as const;
const hookList = { noun: "hook", prepare: prepareHook, identify: identifyHooks } as const;

const ofElement = ({ id }: ElementRecord, part: object) => ({ ...part, elementId: id });

/** Parameters of the whole element. */
export const PARAMETERS: PartList<Parameter, Identified<Parameter>> = {
  ...parameterList,
  of: ({ parameters }) => parameters,
  with: (layer, parameters) => ({ ...layer, parameters }),
  present: ofElement,
};

/** Hooks of the whole element. */
export const HOOKS: PartList<Hook, Identified<Hook>> = {
  ...hookList,
  of: ({ hooks }) => hooks,
  with: (layer, hooks) => ({ ...layer, hooks }),
  present: ofElement,
};

export const parametersOf = (resourceId: number): PartList<Parameter, Identified<Parameter>> => ({
  ...parameterList,
  of: (layer) => resourceIn(layer, resourceId)?.parameters,
  with: (layer, parameters) => withResource(layer, resourceId, { parameters }),
  present: (_, part) => ({ ...part, resourceId }),
});

export const hooksOf = (resourceId: number): PartList<Hook, Identified<Hook>> => ({
  ...hookList,
  of: (layer) => resourceIn(layer, resourceId)?.hooks,
  with: (layer, hooks) => withResource(layer, resourceId, { hooks }),
  present: (_, part) => ({ ...part, resourceId }),
});

/** An account may add fields to an object of the system. */
export const fieldsOf = (objectId: number): PartList<ElementField, Identified<ElementField>> => ({
  noun: "field",
  of({ objects, fields }, element) {
    const own = objects.find(({ id }) => id === objectId);
    if (own || !fields || !element.objects.some(({ id }) => id === objectId)) return own?.fields;
    return fields.filter((field) => field.objectId === objectId);
  },
  with({ objects, fields, ...layer }, parts) {
    const place = objects.findIndex(({ id }) => id === objectId);
    const own = objects[place];
    if (own) return { ...layer, objects: objects.with(place, { ...own, fields: parts }), ...(fields && { fields }) };
    const others = (fields ?? []).filter((field) => field.objectId !== objectId);
    return { ...layer, objects, fields: [...others, ...parts.map((part) => ({ ...part, objectId }))] };
  },
  prepare: ownFields,
  identify: identifyFields,
  present: (record, part) => presentField(record, objectId, part),
});

export const resourceIn = (
  { resources }: Pick<EditableDefinition, "resources">,
  resourceId: number,
): PreparedResource | undefined => resources.find(({ id }) => id === resourceId);

/** The layer with a changed resource. */
export const withResource = (
  layer: EditableDefinition,
  resourceId: number,
  changes: Partial<PreparedResource>,
): EditableDefinition => ({
  ...layer,
  resources: layer.resources.map((resource) =>
    resource.id === resourceId ? ({ ...resource, ...changes } as PreparedResource) : resource,
  ),
});
