import { type JsonSchema, refName } from "#server/element/docs/schema-tree.ts";

/** Example values by field name, for fields whose schema has no example. */
const BY_NAME: Record<string, unknown> = {
  name: "Example",
  key: "example",
  hub: "crm",
  email: "you@example.com",
  username: "you@example.com",
  password: "a long and secret phrase",
  cron: "0 0 6 * * ?",
  uri: "/formulas",
  path: "/contacts",
  vendorPath: "/people",
  method: "GET",
  url: "https://example.com",
  description: "What it is for",
};

const MOST_FIELDS = 3;
const MOST_DEPTH = 6;

/** A small value that a schema accepts: its required fields, or the first few if none are required. */
export function exampleOf(schema: JsonSchema, named: Record<string, JsonSchema>, name = "", depth = 0): unknown {
  const ref = refName(schema);
  if (ref !== undefined) return exampleOf(named[ref] ?? {}, named, name, depth);
  const { examples, const: only, enum: values, default: standard, anyOf, oneOf, items, type } = schema;
  if (examples?.length) return examples[0];
  if (only !== undefined) return only;
  if (values?.length) return values[0];
  if (standard !== undefined && standard !== null) return standard;
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice && !schema.properties) return exampleOf(choice, named, name, depth);
  if (type === "array") return depth > MOST_DEPTH ? [] : [exampleOf(items ?? {}, named, name, depth + 1)];
  if (type === "object") return objectOf(schema, named, depth);
  return BY_NAME[name] ?? (type === undefined ? {} : PLAIN[type]?.(schema));
}

function objectOf({ properties = {}, required = [] }: JsonSchema, named: Record<string, JsonSchema>, depth: number) {
  const all = Object.keys(properties);
  const names = required.length > 0 ? all.filter((name) => required.includes(name)) : all.slice(0, MOST_FIELDS);
  if (depth > MOST_DEPTH) return {};
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, named, name, depth + 1)]));
}

const PLAIN: Record<string, (schema: JsonSchema) => unknown> = {
  string: ({ format, minLength }) =>
    format === "date-time" ? "2026-01-31T12:00:00Z" : "example".padEnd(Number(minLength ?? 0), "x"),
  integer: ({ minimum }) => (typeof minimum === "number" && minimum > 1 ? minimum : 1),
  number: ({ minimum }) => (typeof minimum === "number" && minimum > 1 ? minimum : 1),
  boolean: () => true,
  null: () => null,
};
