import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import { asSchema, type Definitions, requiredIn, type Schema } from "#server/element/definition/model-from-samples.ts";
import { type FieldType, fieldsAt, OBJECT, rootOf, schemaAt } from "../../../operation-forms/schema-fields.ts";
import type { Path } from "../../model/paths.ts";

/** A field of a model, as a row of its tree. */
export type FieldRow = {
  /** Its path, which also identifies its row. */
  key: string;
  /** The schema with the field, as a place in the definitions. */
  holder: Path;
  name: string;
  schema: Schema;
  level: number;
  isRequired: boolean;
  /** The schema with its own fields, and whether they are shown; null if it cannot have any. */
  inner: Path | null;
  isOpen: boolean;
};

/** The rows of a model; fields of fields are shown below those that are open. */
export function modelRows(definitions: Definitions, root: string, open: ReadonlySet<string>): FieldRow[] {
  const top = rootOf(definitions, root);
  return top ? rowsOf(top, "", 0) : [];

  function rowsOf(holder: Path, parent: string, level: number): FieldRow[] {
    const schema = schemaAt(definitions, holder);
    const required = requiredIn(schema);
    return Object.entries(asSchema(schema.properties) ?? {}).flatMap(([name, value]): FieldRow[] => {
      const own = asSchema(value) ?? {};
      const key = `${parent}/${name}`;
      const inner = fieldsAt(definitions, own, [...holder, "properties", name]);
      const isOpen = inner !== null && open.has(key);
      const row = { key, holder, name, schema: own, level, inner, isOpen };
      return [{ ...row, isRequired: required.includes(name) }, ...(isOpen ? rowsOf(inner, key, level + 1) : [])];
    });
  }
}

/** The place of a new field: the schema that gets it, the key of the row of that schema, and the field before it. */
export type NewField = { holder: Path; parent: string; after: string | null };

export const inModel = (holder: Path): NewField => ({ holder, parent: "", after: null });

export const inside = ({ key, inner }: FieldRow): NewField | null =>
  inner && { holder: inner, parent: key, after: null };

/** Below a field: inside it if it is open and has no fields yet, else after it. */
export function below(row: FieldRow, rows: readonly FieldRow[]): NewField | null {
  const isEmpty = !rows.some(({ key }) => key.startsWith(`${row.key}/`));
  if (row.isOpen && isEmpty) return inside(row);
  return { holder: row.holder, parent: row.key.slice(0, -row.name.length - 1), after: row.name };
}

/** A schema with another type; other keywords are kept. */
export function withType(schema: Schema, { type, isList }: FieldType): Schema {
  const { type: _, format: __, items: ___, $ref: ____, properties: _____, ...comments } = schema;
  const fields = asSchema(schema.properties) ? schema : asSchema(schema.items);
  const inner =
    type === OBJECT
      ? { type, properties: asSchema(fields?.properties) ?? {} }
      : { ...(dataTypeNamed(type)?.swagger ?? { type }) };
  return isList ? { ...comments, type: "array", items: inner } : { ...comments, ...inner };
}

/** The schema with one more field, and the name that the field got. */
export function withNewField(holder: Schema, after: string | null): { schema: Schema; name: string } {
  const properties = asSchema(holder.properties) ?? {};
  let name = "field";
  for (let count = 2; Object.hasOwn(properties, name); count++) name = `field${count}`;
  const entries = Object.entries(properties);
  const at = entries.findIndex(([field]) => field === after) + 1 || entries.length;
  const next = Object.fromEntries(entries.toSpliced(at, 0, [name, { type: "string" }]));
  return { schema: { ...holder, properties: next }, name };
}

export function withoutField(holder: Schema, name: string): Schema {
  const { [name]: _, ...properties } = asSchema(holder.properties) ?? {};
  return withRequired({ ...holder, properties }, name, false);
}

/** The schema with a renamed field at the same position; null if the name is empty or taken. */
export function withRenamedField(holder: Schema, from: string, to: string): Schema | null {
  const properties = asSchema(holder.properties) ?? {};
  if (to === "" || Object.hasOwn(properties, to)) return null;
  const entries = Object.entries(properties).map(([name, schema]) => [name === from ? to : name, schema]);
  const required = requiredIn(holder).map((name) => (name === from ? to : name));
  return { ...holder, properties: Object.fromEntries(entries), ...(required.length > 0 && { required }) };
}

/** Required fields are in a list; flags of older models move into it. */
export function withRequired(holder: Schema, name: string, isRequired: boolean): Schema {
  const names = requiredIn(holder).filter((field) => field !== name);
  const required = isRequired ? [...names, name] : names;
  const { required: _, ...rest } = holder;
  const properties = Object.fromEntries(
    Object.entries(asSchema(holder.properties) ?? {}).map(([field, schema]) => {
      const inner = asSchema(schema);
      if (typeof inner?.required !== "boolean") return [field, schema];
      const { required: __, ...unflagged } = inner;
      return [field, unflagged];
    }),
  );
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}
