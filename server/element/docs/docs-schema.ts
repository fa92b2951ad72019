import { dataTypeNamed } from "../data-types/registry.ts";
import { string } from "../data-types/text.ts";

type Schema = Record<string, unknown>;

/** The Swagger 2.0 type of a parameter; text if it is unknown. */
export function parameterSchema(dataType: string | undefined): Schema {
  const { swagger, hasFields } = dataTypeNamed(dataType) ?? string;
  return { ...((!hasFields && swagger) || string.swagger) };
}

const DEEPEST = 40;

/**
 * A model's schema (the older kind, where `type` may name another definition, or Swagger's own) as a valid schema of
 * Swagger 2.0. `refer` resolves a name to a definition, undefined if there is none.
 */
export function docsSchema(
  node: unknown,
  refer: (name: string | undefined) => string | undefined,
  levels = DEEPEST,
): Schema {
  if (!isObject(node) || levels === 0) return {};
  const inner = (child: unknown) => docsSchema(child, refer, levels - 1);
  const name = typeof node.$ref === "string" ? node.$ref.replace(/^#\/definitions\//, "") : undefined;
  if (name !== undefined) return reference(name) ?? {};
  const type = typeof node.type === "string" ? node.type : undefined;
  const listed = type && /^(?:array|list)\[(.*)\]$/i.exec(type)?.[1];
  if (listed) return { ...words(node), type: "array", items: inner({ type: listed }) };
  if (type === "array" || (type === undefined && "items" in node))
    return { ...words(node), type: "array", items: inner(node.items) };
  const known = dataTypeNamed(type)?.swagger;
  if (type !== undefined && !known) return reference(type) ?? words(node);
  if (Array.isArray(node.allOf) && node.allOf.length > 0) return { ...words(node), allOf: node.allOf.map(inner) };
  const properties = isObject(node.properties) ? Object.entries(node.properties) : undefined;
  const required = requiredOf(node, properties);
  return {
    ...known,
    ...(properties && { type: "object" }),
    ...words(node),
    ...(properties && { properties: Object.fromEntries(properties.map(([field, child]) => [field, inner(child)])) }),
    ...(required.length > 0 && { required }),
    ...(isObject(node.additionalProperties) && { additionalProperties: inner(node.additionalProperties) }),
  };

  function reference(to: string): Schema | undefined {
    const definition = refer(to);
    return definition === undefined ? undefined : { $ref: pointer(definition) };
  }
}

export const pointer = (definition: string): string =>
  `#/definitions/${encodeURIComponent(definition.replaceAll("~", "~0").replaceAll("/", "~1"))}`;

/** The names below `#/definitions/` that a schema refers to. */
export function referencesIn(schema: unknown): string[] {
  const found = [...(JSON.stringify(schema) ?? "").matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)];
  return found.map(([, name = ""]) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The keywords of a schema that Swagger allows. */
function words(node: Schema): Schema {
  const kept = Object.entries(node).filter(([name, value]) => {
    if (name.startsWith("x-") || name === "example") return value !== undefined;
    if (["description", "title", "format"].includes(name)) return typeof value === "string" && value !== "";
    if (["readOnly", "uniqueItems"].includes(name)) return typeof value === "boolean";
    if (["minimum", "maximum"].includes(name)) return typeof value === "number";
    if (["minLength", "maxLength", "minItems", "maxItems"].includes(name))
      return Number.isSafeInteger(value) && Number(value) >= 0;
    if (name === "enum") return Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
    return false;
  });
  return Object.fromEntries(kept);
}

/** A list of names, or from older models a flag on each property. */
function requiredOf({ required }: Schema, properties: [string, unknown][] = []): string[] {
  const names = properties.map(([name]) => name);
  const listed = Array.isArray(required) ? required.filter((name) => names.includes(name)) : [];
  const flagged = properties.filter(([, child]) => isObject(child) && child.required === true).map(([name]) => name);
  return [...new Set([...listed, ...flagged])] as string[];
}

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
