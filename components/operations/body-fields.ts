import { isRecord } from "#server/element/bare-record.ts";
import { pathPart } from "#server/element/data-path.ts";
import type { OperationField } from "#server/element/docs/operation-form.ts";

/** A field of a request's body, by its model; `fields` are those of an object. */
export type BodyField = OperationField;

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
  const next = changed(bodyObject(text) ?? {}, path, value);
  return Object.keys(next).length === 0 ? "" : JSON.stringify(next, null, 2);
}

function changed(object: BodyObject, [name = "", ...rest]: readonly string[], value: unknown): BodyObject {
  const before = Object.hasOwn(object, name) ? object[name] : undefined;
  const next = rest.length > 0 ? changed(isRecord(before) ? before : {}, rest, value) : value;
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
