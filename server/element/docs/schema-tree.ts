/** JSON Schema as used in our OpenAPI document, and in the documentation of elements. */
export type JsonSchema = {
  $ref?: string;
  type?: string;
  description?: string;
  title?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  [keyword: string]: unknown;
};

/** A readable form of a schema. Named schemas have no fields here: they are described once, under `ref`. */
export type SchemaTree = {
  type: string;
  ref?: string;
  description?: string;
  /** Limits, defaults and choices, each a short phrase. */
  facts: string[];
  values: string[];
  fields: SchemaField[];
  variants: SchemaTree[];
};

export type SchemaField = { name: string; isRequired: boolean; schema: SchemaTree };

/** The paths of named schemas in OpenAPI 3, and in Swagger 2.0. */
const REF = /^#\/(?:components\/schemas|definitions)\/(.*)$/s;

export function refName({ $ref = "" }: JsonSchema): string | undefined {
  const name = REF.exec($ref)?.[1];
  return name && decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
}

export function schemaTree(schema: JsonSchema): SchemaTree {
  const ref = refName(schema);
  const { description } = schema;
  const shared = { ...(description !== undefined && { description }), facts: facts(schema), values: values(schema) };
  if (ref !== undefined) return { ...shared, type: ref, ref, fields: [], variants: [] };
  if (schema.type === "array") return arrayTree(schema.items ?? {}, shared);
  return {
    ...shared,
    type: typeName(schema),
    fields: schemaFields(schema),
    variants: alternatives(schema).map(schemaTree),
  };
}

function arrayTree(items: JsonSchema, outer: Pick<SchemaTree, "description" | "facts" | "values">): SchemaTree {
  const tree = schemaTree(items);
  return {
    ...tree,
    ...outer,
    values: tree.values,
    type: `array of ${tree.type}`,
    facts: [...outer.facts, ...tree.facts],
  };
}

export const schemaFields = ({ properties = {}, required = [] }: JsonSchema): SchemaField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    schema: schemaTree(schema),
  }));

/** The alternatives of a schema, if they have more to show than the name of a type. */
function alternatives(schema: JsonSchema): JsonSchema[] {
  const all = choices(schema);
  return all.some(hasDetails) ? all.filter((choice) => choice.type !== "null" && hasDetails(choice)) : [];
}

const choices = ({ anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] => [...anyOf, ...oneOf];

const hasDetails = (schema: JsonSchema): boolean =>
  refName(schema) !== undefined || schema.properties !== undefined || choices(schema).length > 0;

function typeName(schema: JsonSchema): string {
  const { type, additionalProperties, properties, format } = schema;
  const all = choices(schema);
  if (type === undefined && all.length > 0)
    return [...new Set(all.map((choice) => schemaTree(choice).type))].join(" or ");
  if (type === "object" && properties === undefined && typeof additionalProperties === "object") {
    const value = schemaTree(additionalProperties).type;
    return value === "any" ? "object" : `object of ${value}`;
  }
  if (format === "date-time" || format === "binary") return FORMATS[format];
  return type ?? (schema.const !== undefined ? typeof schema.const : "any");
}

const FORMATS = { "date-time": "date-time", binary: "file" };

const values = (schema: JsonSchema): string[] =>
  (schema.const === undefined ? (schema.enum ?? []) : [schema.const]).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );

/** Limits at the bounds of JavaScript's safe integers are not worth showing. */
const isSafe = (limit: number) => Math.abs(limit) >= Number.MAX_SAFE_INTEGER;

const FACTS: Record<string, (value: number) => string | undefined> = {
  minLength: (least) => (least > 1 ? `at least ${count(least, "character")}` : undefined),
  maxLength: (most) => `at most ${count(most, "character")}`,
  minimum: (least) => (isSafe(least) ? undefined : `at least ${least.toLocaleString("en")}`),
  maximum: (most) => (isSafe(most) ? undefined : `at most ${most.toLocaleString("en")}`),
  minItems: (least) => `at least ${count(least, "entry", "entries")}`,
  maxItems: (most) => `at most ${count(most, "entry", "entries")}`,
};

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

const facts = (schema: JsonSchema): string[] => [
  ...Object.entries(FACTS).flatMap(([keyword, phrase]) => {
    const value = schema[keyword];
    return typeof value === "number" ? (phrase(value) ?? []) : [];
  }),
  ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
];
