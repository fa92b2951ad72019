import { preRequest } from "../hooks/types/pre-request.ts";
import { isObject, type Json } from "./conversion.ts";

/** Keys in brackets, instead of a text between the entries. */
const BRACKETS = "[]";
/** The fields of an object by themselves; lists are repeated. */
const SPREAD = "";

/** The separators of the entries of a list or an object, by their style (OpenAPI 3) or format (Swagger 2.0). */
const SEPARATORS: Readonly<Record<string, string>> = {
  form: ",",
  simple: ",",
  deepObject: BRACKETS,
  spaceDelimited: " ",
  pipeDelimited: "|",
  csv: ",",
  ssv: " ",
  tsv: "\t",
  pipes: "|",
  multi: SPREAD,
};

/** The encoding of lists and objects in a form or a query; undefined for a style that does not exist. */
export function separatorOf({
  style = "form",
  explode = style === "form",
  collectionFormat,
}: Json): string | undefined {
  const name = String(collectionFormat ?? style);
  const separator = Object.hasOwn(SEPARATORS, name) ? SEPARATORS[name] : undefined;
  const isSpread = collectionFormat === undefined && explode === true && separator !== BRACKETS;
  return separator !== undefined && isSpread ? SPREAD : separator;
}

export const isSpread = (separator: string): boolean => separator === SPREAD;
export const isDeep = (separator: string): boolean => separator === BRACKETS;

/** The encoding of one value. `fields` are those of an object that callers send as `name[field]`. */
export type Style = { separator: string; fields?: readonly string[] };

/** Swagger 2.0 separates by commas what says nothing else. */
export const withFormat = (schema: Json): Json =>
  schema.type === "array" ? { collectionFormat: "csv", ...schema } : schema;

/** The styles of the fields of a form that the description gives one: others are text, repeated, or JSON. */
export function formStyles(encoding: unknown, properties: Iterable<readonly [string, unknown]>): Map<string, Style> {
  const styles = new Map<string, Style>();
  const add = (name: string, given: Json) => {
    const separator = separatorOf(given);
    if (separator !== undefined) styles.set(name, { separator });
  };
  for (const [name, schema] of properties)
    if (isObject(schema) && schema.collectionFormat !== undefined && schema.collectionFormat !== "multi")
      add(name, schema);
  for (const [name, field] of Object.entries(isObject(encoding) ? encoding : {}))
    if (isObject(field) && (field.style !== undefined || field.explode === false)) add(name, field);
  return styles;
}

const MAPS = { form: "request_vendor_body_map", query: "request_vendor_parameters" };

/** The hook that encodes the lists and objects of a form or a query as the provider expects them. */
export const styleHook = (place: keyof typeof MAPS, styles: ReadonlyMap<string, Style>): Json => ({
  type: preRequest.type,
  mimeType: "application/javascript",
  isLegacy: false,
  body: `const styles = ${JSON.stringify(Object.fromEntries(styles), null, 2)};
const given = ${MAPS[place]} || {};
const isNested = (value) => value !== undefined && value !== null && typeof value === "object";
const flat = (name, value) =>
  isNested(value) ? Object.entries(value).flatMap(([key, inner]) => flat(name + "[" + key + "]", inner)) : [[name, value]];
const written = Object.entries(styles).flatMap(([name, { separator, fields = [] }]) => {
  const parts = fields.map((field) => [field, given[name + "[" + field + "]"]]).filter(([, value]) => value !== undefined);
  const value = parts.length > 0 ? Object.fromEntries(parts) : given[name];
  if (!isNested(value)) return [];
  if (separator === "[]") return [[name, null], ...flat(name, value)];
  if (separator === "") return Array.isArray(value) ? [] : [[name, null], ...Object.entries(value)];
  const text = (Array.isArray(value) ? value : Object.entries(value).flat()).join(separator);
  return [...parts.map(([field]) => [name + "[" + field + "]", null]), [name, text]];
});
done(written.length > 0 ? { ${MAPS[place]}: Object.fromEntries(written) } : {});
`,
});
