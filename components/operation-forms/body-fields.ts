import { isRecord } from "#server/element/bare-record.ts";
import { pathPart } from "#server/element/data-path.ts";
import { dataTypeNamed } from "#server/element/data-types/registry.ts";
import {
  asSchema,
  type Definitions,
  requiredIn,
  type Schema,
  targetOf,
} from "#server/element/definition/model-from-samples.ts";
import { rootOf, schemaAt, typeOfField } from "./schema-fields.ts";

/** A field of a request's body, by its model; `fields` are those of an object. */
export type BodyField = {
  name: string;
  /** The path of its parents, and its own name. */
  path: readonly string[];
  isRequired: boolean;
  control: "text" | "number" | "boolean" | "choice" | "texts" | "json" | "object";
  options: readonly string[];
  help: string;
  fields: readonly BodyField[];
};

const DEEPEST = 4;

/** The fields of a model, required ones first; undefined for a list, or a model without fields. */
export function modelFields(definitions: Definitions, name: string): BodyField[] | undefined {
  const root = rootOf(definitions, name);
  return root && !isListModel(definitions, name) ? fieldsOf(definitions, root, []) : undefined;
}

/** Whether a model is a list, or another name of one. */
function isListModel(definitions: Definitions, name: string): boolean {
  const seen = new Set<string>();
  for (let target: string | undefined = name; target !== undefined && !seen.has(target); ) {
    seen.add(target);
    const schema: Schema = asSchema(definitions[target]) ?? {};
    if (typeOfField(schema).isList) return true;
    target = targetOf(schema);
  }
  return false;
}

function fieldsOf(
  definitions: Definitions,
  place: readonly (string | number)[],
  before: readonly string[],
): BodyField[] {
  const holder = schemaAt(definitions, place);
  const required = requiredIn(holder);
  const fields = Object.entries(asSchema(holder.properties) ?? {}).map(([name, value]): BodyField => {
    const schema = asSchema(value) ?? {};
    const path = [...before, name];
    const options = Array.isArray(schema.enum) ? schema.enum.filter((one) => typeof one === "string") : [];
    const inner = innerFields(definitions, schema, { place: [...place, "properties", name], path });
    const common = { name, path, isRequired: required.includes(name), help: textOf(schema.description) };
    if (inner) return { ...common, control: "object", options: [], fields: inner };
    return { ...common, control: options.length > 0 ? "choice" : controlOf(schema), options, fields: [] };
  });
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function innerFields(
  definitions: Definitions,
  schema: Schema,
  { place, path }: { place: readonly (string | number)[]; path: readonly string[] },
): BodyField[] | undefined {
  if (path.length >= DEEPEST) return undefined;
  const { type, isList } = typeOfField(schema);
  if (isList) return undefined;
  if (asSchema(schema.properties)) return fieldsOf(definitions, place, path);
  const target = Object.hasOwn(definitions, type) ? rootOf(definitions, type) : null;
  return target && !isListModel(definitions, type) ? fieldsOf(definitions, target, path) : undefined;
}

/** The control follows the data type: values other than text, number and boolean are written as JSON. */
export function controlOf(schema: Schema): BodyField["control"] {
  const { type, isList } = typeOfField(schema);
  const known = dataTypeNamed(type);
  const swagger = known?.swagger?.type;
  if (!known || known.hasFields) return "json";
  if (isList) return swagger === "string" ? "texts" : "json";
  if (swagger === "boolean") return "boolean";
  return swagger === "integer" || swagger === "number" ? "number" : "text";
}

export type BodyObject = Readonly<Record<string, unknown>>;

/**
 * The object in the text of a body, which a form can edit; empty for an empty text. Undefined for other JSON, and for
 * numbers with more digits than a form would keep.
 */
export function bodyObject(text: string): BodyObject | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && isExact(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether all integers are exact. */
const isExact = (value: unknown): boolean =>
  typeof value === "number"
    ? !Number.isInteger(value) || Number.isSafeInteger(value)
    : typeof value !== "object" || value === null || Object.values(value).every(isExact);

/** The text with this value at the path; undefined removes the field. Fields that the form does not know are kept. */
export function withBodyValue(text: string, path: readonly string[], value: unknown): string {
  const next = withValueAt(bodyObject(text) ?? {}, path, value);
  return Object.keys(next).length === 0 ? "" : JSON.stringify(next, null, 2);
}

/** The object with this value at the path; undefined removes the field, and objects that have no other. */
export function withValueAt(object: BodyObject, [name = "", ...rest]: readonly string[], value: unknown): BodyObject {
  const before = Object.hasOwn(object, name) ? object[name] : undefined;
  const next = rest.length > 0 ? withValueAt(isRecord(before) ? before : {}, rest, value) : value;
  const isGone = next === undefined || (rest.length > 0 && isRecord(next) && Object.keys(next).length === 0);
  if (!isGone) return { ...object, [name]: next };
  const { [name]: _, ...others } = object;
  return others;
}

/** The value at a path of the body. */
export const bodyValue = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    object,
  );

/** The text of a list of texts in one line; null for a list, or another value, that the line would change. */
export function textsLine(value: unknown): string | null {
  if (value === undefined) return "";
  if (!Array.isArray(value) || value.length === 0) return null;
  const line = value.join(", ");
  const read = textsOf(line);
  const isSame = read.length === value.length && read.every((text, at) => text === value[at]);
  return isSame ? line : null;
}

/** The texts in a line, as they are separated by commas. */
export const textsOf = (line: string): string[] =>
  line
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/** The names of required fields without a value, as paths. Fields of an optional object count once it has others. */
export const missingFields = (fields: readonly BodyField[], object: BodyObject): string[] =>
  fields.flatMap(({ path, isRequired, fields: inner }) => {
    const value = bodyValue(object, path);
    if (value === undefined)
      return isRequired && inner.length === 0 ? [nameOf(path)] : isRequired ? missingFields(inner, object) : [];
    return missingFields(inner, object);
  });

const nameOf = (path: readonly string[]): string => path.map(pathPart).join(".");

/** Names in the JSON that the model does not know. */
export const unknownNames = (fields: readonly BodyField[], object: BodyObject): string[] => {
  const known = new Set(fields.map(({ name }) => name));
  return Object.keys(object).filter((name) => !known.has(name));
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
