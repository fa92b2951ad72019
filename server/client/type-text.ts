type Refer = (name: string) => string | undefined;

const DEEPEST = 30;
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** Converts a schema to a TypeScript type. `refer` resolves a name to that of a type; anything unknown is `unknown`. */
export function typeText(schema: unknown, refer: Refer, levels = DEEPEST): string {
  if (!isObject(schema) || levels === 0) return "unknown";
  const inner = (child: unknown) => typeText(child, refer, levels - 1);
  const { $ref, allOf, anyOf, oneOf, type } = schema;
  if (typeof $ref === "string") return refer(nameIn($ref)) ?? "unknown";
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(anyOf) || Array.isArray(oneOf))
    return union([anyOf, oneOf].flatMap((all) => (Array.isArray(all) ? all.map(inner) : [])));
  if (Array.isArray(allOf) && allOf.length > 0) return allOf.map((part) => `(${inner(part)})`).join(" & ");
  if (Array.isArray(type)) return union(type.map((one) => inner({ ...schema, type: one })));
  if (type === "array" || schema.items !== undefined)
    return `(${schema.items === undefined ? "unknown" : inner(schema.items)})[]`;
  if (type === "file" || schema.format === "binary") return "Blob";
  if (typeof type === "string" && Object.hasOwn(PRIMITIVES, type)) return PRIMITIVES[type] ?? "unknown";
  return type === "object" || isObject(schema.properties) ? objectText(schema, inner) : "unknown";
}

function objectText(schema: Readonly<Record<string, unknown>>, inner: (child: unknown) => string): string {
  const { properties, required, additionalProperties } = schema;
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, child]) =>
      `${comment(isObject(child) ? child.description : undefined)}${propertyName(name)}${needed.has(name) ? "" : "?"}: ${inner(child)};`,
  );
  const isOpen = isObject(additionalProperties)
    ? Object.keys(additionalProperties).length > 0
    : additionalProperties === true;
  // In TypeScript a named property must also match the index signature, so that one is `unknown` if there are both.
  const rest = members.length > 0 || !isObject(additionalProperties) ? "unknown" : inner(additionalProperties);
  if (members.length === 0) return additionalProperties === false ? "Record<string, never>" : `Record<string, ${rest}>`;
  return `{\n${members.join("\n")}${isOpen || isObject(additionalProperties) ? "\n[name: string]: unknown;" : ""}\n}`;
}

const union = (types: readonly string[]): string => {
  const all = [...new Set(types)];
  return all.length === 0 ? "never" : all.length === 1 ? (all[0] ?? "never") : `(${all.join(" | ")})`;
};

const literal = (value: unknown): string =>
  value === null || ["string", "number", "boolean"].includes(typeof value) ? source(value) : "unknown";

/** A value as source text that no browser or editor takes for anything else. */
export const source = (value: unknown): string =>
  (JSON.stringify(value) ?? "undefined")
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");

export const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__" ? name : `[${source(name)}]`;

/** A text as a comment before a declaration; empty without text. */
export function comment(text: unknown): string {
  if (typeof text !== "string" || text.trim() === "") return "";
  const plain = text
    .replaceAll("*/", "*\\/")
    .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ")
    .trim();
  return `/** ${plain.slice(0, 500)} */\n`;
}

export const nameIn = (pointer: string): string =>
  decoded(pointer.split("/").at(-1) ?? "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
