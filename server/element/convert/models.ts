import { isObject, type Json, refusedDocument } from "./conversion.ts";

const DEEPEST = 40;
const MOST_BYTES = 8 * 1024 * 1024;

type Plain = { schema: Json; references: string[]; bytes: number };

/**
 * Builds the models of operations (spec §2.9) from the schemas of one document; `named` are those with names.
 * References are by name, and recursive schemas appear once.
 */
export function createModels(named: Json) {
  const known = new Map<string, Plain>();
  let bytes = 0;

  /** The schema as `name`, and every named schema that it leads to. Refuses (badRequest) more than 8 MB of all models. */
  return function modelsOf(name: string, schema: unknown): { name: string; swagger: Json } {
    const swagger: Json = {};
    const reference = isObject(schema) ? nameOf(schema.$ref) : undefined;
    const waiting = reference === undefined ? [] : [reference];
    if (reference === undefined) take(name, toPlain(schema));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!Object.hasOwn(swagger, next) && Object.hasOwn(named, next)) take(next, recall(next));
    }
    return { name: reference ?? name, swagger };

    function take(id: string, { schema: plain, references, bytes: size }: Plain) {
      bytes += size;
      if (bytes > MOST_BYTES) throw refusedDocument("", "has models of more than 8 MB in all. Split it.");
      swagger[id] = { id, ...plain };
      waiting.push(...references);
    }
  };

  function recall(name: string): Plain {
    const plain = known.get(name) ?? toPlain(named[name]);
    known.set(name, plain);
    return plain;
  }
}

function toPlain(from: unknown): Plain {
  const references: string[] = [];
  const schema = plain(from, references, DEEPEST);
  return { schema, references, bytes: JSON.stringify(schema).length };
}

/** `#/definitions/Contact` and `#/components/schemas/Contact` as `Contact`. */
const nameOf = (reference: unknown): string | undefined =>
  typeof reference === "string" ? /^#\/(?:definitions|components\/schemas)\/([^/]+)$/.exec(reference)?.[1] : undefined;

function plain(schema: unknown, references: string[], levels: number): Json {
  if (!isObject(schema) || levels === 0) return { type: "unknown" };
  const reference = nameOf(schema.$ref);
  if (reference !== undefined) {
    references.push(reference);
    return { type: reference };
  }
  const inner = (value: unknown) => plain(value, references, levels - 1);
  const parts = [schema.allOf, schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (parts.length > 0) return { ...words(schema), allOf: parts.map(inner) };
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : undefined;
  return {
    ...words(schema),
    ...(schema.items !== undefined && { items: inner(schema.items) }),
    ...(properties && { properties: Object.fromEntries(properties.map(([field, value]) => [field, inner(value)])) }),
  };
}

const KEPT = ["description", "format", "title", "enum", "required", "readOnly", "example", "minimum", "maximum"];

function words(schema: Json): Json {
  // OpenAPI 3.1 has lists of types, of which null is one.
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== "null") : [schema.type];
  const isDescribed = ["properties", "allOf", "oneOf", "anyOf"].some((name) => name in schema);
  const [type = isDescribed ? undefined : "unknown"] = types;
  return {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(Object.entries(schema).filter(([name]) => KEPT.includes(name) || name.startsWith("x-"))),
  };
}
