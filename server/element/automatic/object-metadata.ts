import { Failure } from "../../errors.ts";
import { isRecord } from "../bare-record.ts";
import { pathBelow } from "../data-path.ts";
import { dataTypeOfSample } from "../data-types/registry.ts";
import type { ElementPlan, PlannedResource } from "../planned.ts";

export type MetadataField = {
  type: string;
  vendorPath: string;
  /** The same path as `vendorPath`, if it was requested: nothing is renamed here. */
  path?: string;
  vendorDisplayName: string;
  vendorNativeType: string;
  vendorRequired: boolean;
  vendorReadOnly: boolean;
  hidden: boolean;
  mask?: string;
  /** The methods of the object that the field belongs to, and the direction of each. */
  method: { name: string; request: boolean; response: boolean }[];
};

type Asked = {
  /** Also the objects that fields are in, such as `address` beside `address.country`. */
  hasComposites?: boolean;
  hasPaths?: boolean;
  /** A record of the object, whose fields count as well. */
  record?: unknown;
};

/**
 * The metadata of an object's fields: the leaves of all models of its resources, request and response, by paths such as
 * `address.country`, and its own description. Refuses (notFound) an unknown object.
 */
export function metadataOf(
  { element, resources }: ElementPlan,
  objectName: string,
  { hasComposites = false, hasPaths = false, record }: Asked = {},
): { fields: MetadataField[] } {
  const own = resources.filter((planned) => planned.objectName === objectName);
  const object = element.objects.find(({ name }) => name === objectName);
  if (own.length === 0 && !object) throw new Failure("notFound", `The element has no object ${objectName}.`);
  const fields = new Map<string, MetadataField>();
  for (const planned of own) {
    const { model } = planned.resource;
    const about = { planned, hasComposites };
    addModel(fields, { ...about, definitions: model?.swagger, name: model?.name, side: "response" });
    addModel(fields, { ...about, definitions: model?.requestSwagger, name: model?.requestName, side: "request" });
  }
  addRecord(fields, record, hasComposites);
  for (const field of object?.fields ?? []) {
    const known = fields.get(field.name) ?? emptyField(field.name, field.type);
    const mask = text(field.mask);
    fields.set(field.name, {
      ...known,
      vendorDisplayName: field.displayName ?? known.vendorDisplayName,
      vendorReadOnly: known.vendorReadOnly || field.readOnly === true,
      hidden: field.hidden === true,
      ...(mask !== undefined && { mask }),
    });
  }
  const sorted = [...fields.values()].sort((a, b) => (a.vendorPath < b.vendorPath ? -1 : 1));
  return { fields: hasPaths ? sorted.map((field) => ({ path: field.vendorPath, ...field })) : sorted };
}

/** The fields of a record that no model has. */
function addRecord(fields: Map<string, MetadataField>, record: unknown, hasComposites: boolean): void {
  const visit = (value: unknown, path: string, level: number): void => {
    const inner = isRecord(value) ? Object.entries(value) : [];
    if (level <= MOST_LEVELS) for (const [name, one] of inner) visit(one, pathBelow(path, name), level + 1);
    if (path === "" || (inner.length > 0 && !hasComposites)) return;
    if (fields.has(path) || fields.size >= MOST_FIELDS) return;
    const field = emptyField(path, dataTypeOfSample(value)?.type ?? (isRecord(value) ? "object" : "string"));
    fields.set(path, { ...field, method: [{ name: "GET", request: false, response: true }] });
  };
  visit(record, "", 0);
}

type Adding = {
  definitions: Record<string, unknown> | undefined;
  name: string | undefined;
  planned: PlannedResource;
  side: "request" | "response";
  hasComposites: boolean;
};

const MOST_LEVELS = 6;
const MOST_FIELDS = 5000;

function addModel(
  fields: Map<string, MetadataField>,
  { definitions, name, planned, side, hasComposites }: Adding,
): void {
  if (!definitions || !name) return;
  /** Adds the leaves below a path; false if there are none, so that the path is a leaf itself. */
  const visit = (schema: unknown, path: string, above: readonly unknown[]): boolean => {
    const found = resolve(schema, definitions);
    // A recursive model is listed once.
    if (!isRecord(found) || above.includes(found) || above.length > MOST_LEVELS) return false;
    if (found.items !== undefined && !isRecord(found.properties))
      return visit(found.items, path === "" ? "" : `${path}[*]`, above);
    const required = Array.isArray(found.required) ? found.required : [];
    for (const [field, property] of Object.entries(isRecord(found.properties) ? found.properties : {})) {
      const at = pathBelow(path, field);
      const hasOwn = visit(property, at, [...above, found]);
      if ((!hasOwn || hasComposites) && fields.size < MOST_FIELDS)
        addField(fields, at, { property, required: required.includes(field), planned, side });
    }
    return Object.keys(found.properties ?? {}).length > 0;
  };
  visit(definitions[name], "", []);
}

type Named = Pick<Adding, "planned" | "side"> & { property: unknown; required: boolean };

function addField(
  fields: Map<string, MetadataField>,
  path: string,
  { property, required, planned, side }: Named,
): void {
  const about = isRecord(property) ? property : {};
  const type = text(about.type) ?? (about.items ? "array" : "object");
  const field = fields.get(path) ?? emptyField(path, type);
  fields.set(path, field);
  field.vendorDisplayName = text(about.title) ?? field.vendorDisplayName;
  field.vendorRequired ||= side === "request" && required;
  field.vendorReadOnly ||= about.readOnly === true || about["x-readonly"] === true;
  const name = planned.resource.method;
  const method = field.method.find((known) => known.name === name);
  if (method) method[side] = true;
  else field.method.push({ name, request: side === "request", response: side === "response" });
}

const emptyField = (path: string, type: string): MetadataField => ({
  type,
  vendorPath: path,
  vendorDisplayName: path.split(".").at(-1) ?? path,
  vendorNativeType: type,
  vendorRequired: false,
  vendorReadOnly: false,
  hidden: false,
  method: [],
});

/** A model is named by `$ref`, or by `type` in the older map of definitions. */
function resolve(schema: unknown, definitions: Record<string, unknown>): unknown {
  if (!isRecord(schema)) return schema;
  const name = text(schema.$ref)?.split("/").at(-1) ?? text(schema.type) ?? "";
  return Object.hasOwn(definitions, name) && !isRecord(schema.properties) ? definitions[name] : schema;
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
