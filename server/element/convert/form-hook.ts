import { preRequest } from "../hooks/types/pre-request.ts";
import { isObject, type Json } from "./conversion.ts";

/** The encoding of a list or an object in a form: separated entries, or fields with keys in brackets. */
const STYLES: Record<string, string> = {
  deepObject: "[]",
  spaceDelimited: " ",
  pipeDelimited: "|",
  ssv: " ",
  pipes: "|",
  csv: ",",
  tsv: "\t",
};

/** The style of each field of a form that is neither text nor a repeated field, by OpenAPI 3 or Swagger 2.0. */
export function formStyles(encoding: unknown, properties: Iterable<readonly [string, unknown]>): Map<string, string> {
  const styles = new Map<string, string>();
  for (const [name, schema] of properties)
    if (isObject(schema) && Object.hasOwn(STYLES, String(schema.collectionFormat)))
      styles.set(name, STYLES[String(schema.collectionFormat)] as string);
  for (const [name, field] of Object.entries(isObject(encoding) ? encoding : {})) {
    if (!isObject(field)) continue;
    const { style = "form", explode } = field;
    if (Object.hasOwn(STYLES, String(style))) styles.set(name, STYLES[String(style)] as string);
    else if (style === "form" && explode === false) styles.set(name, ",");
  }
  return styles;
}

/** The hook that encodes lists and objects in a form as the provider expects them. */
export const formHook = (styles: ReadonlyMap<string, string>): Json => ({
  type: preRequest.type,
  mimeType: "application/javascript",
  isLegacy: false,
  body: `const styles = ${JSON.stringify(Object.fromEntries(styles), null, 2)};
const isNested = (value) => value !== undefined && value !== null && typeof value === "object";
const flat = (name, value) =>
  isNested(value) ? Object.entries(value).flatMap(([key, inner]) => flat(name + "[" + key + "]", inner)) : [[name, value]];
const written = Object.entries(styles).flatMap(([name, style]) => {
  const value = (request_vendor_body_map || {})[name];
  if (!isNested(value)) return [];
  if (style === "[]") return [[name, null], ...flat(name, value)];
  return [[name, (Array.isArray(value) ? value : Object.entries(value).flat()).join(style)]];
});
done(written.length > 0 ? { request_vendor_body_map: Object.fromEntries(written) } : {});
`,
});
