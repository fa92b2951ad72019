import { isObject, type Json, listOf, textOf } from "./conversion.ts";
import type { Models } from "./models.ts";

/** The separators that callers write in a list of a path or a header. */
const FORMATS: Readonly<Record<string, string>> = {
  simple: "commas",
  label: "commas",
  matrix: "commas",
  csv: "commas",
  ssv: "spaces",
  tsv: "tabs",
  pipes: "pipes (|)",
};

/** Whether a parameter holds a list, an object or one value; of several possible types, the widest counts. */
export function kindOf(parameter: Json, models: Models): "object" | "list" | "value" {
  const schema = isObject(parameter.schema) ? models.open(parameter.schema) : parameter;
  if (models.fieldsOf(schema) !== undefined || isOf("object", schema)) return "object";
  const parts = [schema, ...[schema.oneOf, schema.anyOf, schema.allOf].flatMap(listOf).map(models.open)];
  return parts.some((part) => isOf("array", part)) ? "list" : "value";
}

const isOf = (name: string, { type }: Json) => (Array.isArray(type) ? type : [type]).includes(name);

/** The prefix of a variable of this style in a path. */
export function prefixOf({ style }: Json, name: string): string | undefined {
  if (style === "label") return ".";
  return style === "matrix" ? `;${name}=` : undefined;
}

/**
 * The description of a list in a path or a header, which callers write as text. Reports what they cannot write, and how
 * they write an object.
 */
export function textStyleOf(
  parameter: Json,
  { models }: { models: Models },
  report: (message: string) => unknown,
): { description?: string } {
  const { style = "simple", explode, collectionFormat, description } = parameter;
  const kind = kindOf(parameter, models);
  const between = FORMATS[String(collectionFormat ?? style)];
  if (between === undefined)
    report(`${collectionFormat ?? style} is no style of a path or header. It is sent as it is written.`);
  else if (kind === "object")
    report(`It is an object. Send it as text: ${explode === true ? "key=value,key=value" : "key,value,key,value"}.`);
  else if (kind === "list" && explode === true && style !== "simple")
    report("A list with a prefix for each entry cannot be sent. Send one entry.");
  else if (kind === "list")
    return { description: `${textOf(description) ? `${textOf(description)} ` : ""}A list, separated by ${between}.` };
  return {};
}
