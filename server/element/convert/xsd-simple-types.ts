import { dataTypeOfXsd } from "../data-types/registry.ts";
import { type Json, textOf } from "./conversion.ts";
import { all, localName, one } from "./xml-nodes.ts";

const MOST_VALUES = 100;

type Facet = (value: string, type: Json) => Json | undefined;

const numeric =
  (name: string): Facet =>
  (value, { type }) =>
    /^(?:integer|number)$/.test(String(type)) && value.trim() !== "" && Number.isFinite(Number(value))
      ? { [name]: Number(value) }
      : undefined;

const counted =
  (...names: string[]): Facet =>
  (value) =>
    /^\d{1,9}$/.test(value) ? Object.fromEntries(names.map((name) => [name, Number(value)])) : undefined;

/** The limits of simple types that models have, too; undefined where one has no counterpart. */
const FACETS: Readonly<Record<string, Facet>> = {
  length: counted("minLength", "maxLength"),
  minLength: counted("minLength"),
  maxLength: counted("maxLength"),
  minInclusive: numeric("minimum"),
  maxInclusive: numeric("maximum"),
  pattern: (value) => patternOf(value),
};

/** A pattern of XML Schema matches the whole text. Its own classes and subtractions do not exist in JSON Schema. */
function patternOf(value: string): Json | undefined {
  if (/\\[icIC]|\\p\{Is|-\[/.test(value)) return undefined;
  try {
    new RegExp(value, "u");
    return { pattern: `^(?:${value})$` };
  } catch {
    return undefined;
  }
}

/** The limits of a restriction, and the names of those that a model cannot have. */
export function facetsOf(restriction: Json, type: Json): { facets: Json; missing: string[] } {
  const allowed = all(restriction, "enumeration").flatMap(({ "@value": value }) => typedValue(value, type));
  const isShort = allowed.length <= MOST_VALUES;
  const missing = isShort ? [] : ["enumeration"];
  const facets: Json = allowed.length > 0 && isShort ? { enum: allowed } : {};
  for (const name of [...Object.keys(FACETS), "minExclusive", "maxExclusive", "totalDigits", "fractionDigits"]) {
    const [first, ...others] = all(restriction, name).map(({ "@value": value }) => String(value));
    if (first === undefined) continue;
    const facet = others.length > 0 ? undefined : FACETS[name]?.(first, type);
    if (facet) Object.assign(facets, facet);
    else missing.push(name);
  }
  return { facets, missing };
}

/** A value of a schema as one of a model: numbers of numeric types, texts of others. */
export function typedValue(value: unknown, { type }: Json): (string | number | boolean)[] {
  if (typeof value !== "string") return [];
  if (type === "boolean") return [value === "true" || value === "1"];
  const isNumber = type === "integer" || type === "number";
  return isNumber ? (Number.isFinite(Number(value)) ? [Number(value)] : []) : [value];
}

/** The types of models for the simple types of schemas. Lists and unions are texts, as they are sent. */
export function xsdSimpleTypes(schemas: readonly Json[]) {
  const nodes = new Map(schemas.flatMap((schema) => all(schema, "simpleType")).map((node) => [node["@name"], node]));
  const known = new Map<Json, Json>();
  return { named, typeOf };

  /** Undefined for a name that no simple type has. */
  function named(name: string): Json | undefined {
    const node = nodes.get(name);
    return node && typeOf(node);
  }

  function typeOf(node: Json): Json {
    const before = known.get(node);
    if (before) return before;
    // A type that restricts itself is a text.
    known.set(node, { type: "string" });
    const type = restricted(node);
    known.set(node, type);
    return type;
  }

  function restricted(node: Json): Json {
    const restriction = one(node, "restriction");
    if (!restriction) return { type: "string" };
    const base = localName(textOf(restriction["@base"]) ?? "");
    const inner = one(restriction, "simpleType");
    const type = inner ? typeOf(inner) : (nodes.has(base) && named(base)) || dataTypeOfXsd(base)?.swagger;
    const of = { type: "string", ...type };
    return { ...of, ...facetsOf(restriction, of).facets };
  }
}
