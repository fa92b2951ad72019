import { dataTypeNamed, dataTypeOfModel } from "#server/element/data-types/registry.ts";
import { asSchema, type Definitions, type Schema, targetOf } from "#server/element/definition/model-from-samples.ts";

/** A place in the definitions, by the keys that lead to it. */
type Place = readonly (string | number)[];

/** A type as an author chooses it: that of one value, or of a list of such values. */
export type FieldType = { type: string; isList: boolean };

export const OBJECT = "object";
export const UNKNOWN = "unknown";

const own = (definitions: Definitions, name: string | undefined): Schema | undefined =>
  name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;

/** The place of a schema's fields: its own, those of the model that it names, or those of the values in its list. */
export function fieldsAt(definitions: Definitions, schema: Schema, place: Place): Place | null {
  if (asSchema(schema.properties)) return place;
  const items = asSchema(schema.items);
  if (items) return fieldsAt(definitions, items, [...place, "items"]);
  const target = targetOf(schema);
  return target !== undefined && own(definitions, target) ? [target] : null;
}

/** The schema at a place of the definitions. */
export function schemaAt(definitions: Definitions, place: Place): Schema {
  let schema: unknown = definitions;
  for (const key of place) schema = asSchema(schema)?.[key];
  return asSchema(schema) ?? {};
}

/** The schema that has the fields of a model; null if it has none. */
export function rootOf(definitions: Definitions, root: string): Place | null {
  const schema = own(definitions, root);
  return schema ? (fieldsAt(definitions, schema, [root]) ?? null) : null;
}

export function typeOfField(schema: Schema): FieldType {
  const items = asSchema(schema.items);
  if (items) return { type: typeOfField(items).type, isList: true };
  if (asSchema(schema.properties)) return { type: OBJECT, isList: false };
  const { type, format } = schema;
  const target = targetOf(schema);
  if (target !== undefined) return { type: target, isList: false };
  const known = dataTypeOfModel({ type, format }) ?? dataTypeNamed(typeof type === "string" ? type : undefined);
  return { type: known?.type ?? UNKNOWN, isList: type === "array" };
}
