import type { DescribedApi, DescribedOperation, DescribedParameter } from "./described-api.ts";
import { type JsonSchema, refName, type SchemaTree, schemaTree } from "./schema-tree.ts";

type Schemas = DescribedApi["schemas"];

/** A value that the caller of an operation sets. */
export type OperationInput = Pick<DescribedParameter, "place" | "name" | "isRequired"> & {
  help: string;
  /** The type, and limits in words. */
  facts: string[];
  /** The values to choose from. */
  options: string[];
  isFile: boolean;
};

/** A field of a body; `fields` are those of an object. */
export type OperationField = {
  name: string;
  /** The path of its parents, and its own name. */
  path: readonly string[];
  isRequired: boolean;
  control: "text" | "number" | "boolean" | "choice" | "json" | "object";
  options: readonly string[];
  help: string;
  fields: readonly OperationField[];
};

export type OperationColumn = { name: string; kind?: "text" | "number" | "boolean" | undefined };

const DEEPEST = 4;

/** The form of an operation, from its description. */
export function operationForm({ schemas }: Pick<DescribedApi, "schemas">, operation: DescribedOperation) {
  const { parameters, body, reply, method } = operation;
  const given = parameters.map(inputOf);
  const isList = method === "GET" && reply !== undefined && resolved(reply, schemas).type === "array";
  const isNamed = (name: string) => given.some((input) => input.place === "query" && input.name === name);
  return {
    inputs: [...given, ...(isList && !isNamed("pageSize") ? [PAGE_SIZE] : [])].filter(({ name }) => name !== NEXT_PAGE),
    isPaged: isList || isNamed(NEXT_PAGE),
    takesBody: body !== undefined,
    isBodyRequired: body?.isRequired === true,
    fields: body && bodyFields(body.schema, schemas),
    /** The fields that conditions of a search can be about. */
    columns: isNamed("where") && reply ? columnsOf(reply, schemas) : [],
    reply: reply && treeOf(reply, schemas),
  };
}

/** Sent by the buttons that turn pages. */
const NEXT_PAGE = "nextPage";
/** Every list of a hub accepts it. */
const PAGE_SIZE: OperationInput = {
  ...{ place: "query", name: "pageSize", isRequired: false, help: "", facts: ["integer"], options: [], isFile: false },
};

function inputOf({ schema, ...parameter }: DescribedParameter): OperationInput {
  const { type, facts, values } = schemaTree(schema);
  return {
    ...parameter,
    help: schema.description ?? "",
    facts: [type, ...facts],
    options: schema.type === "boolean" ? ["true", "false"] : values,
    isFile: schema.type === "file" || schema.format === "binary",
  };
}

/** The schema that a reference leads to; an optional value as if it were there. Parts of `allOf` are one object. */
function resolved(schema: JsonSchema, schemas: Schemas, levels = 10): JsonSchema {
  if (levels === 0) return {};
  const name = refName(schema);
  const follow = (next: JsonSchema) => resolved(next, schemas, levels - 1);
  if (name !== undefined) return follow((Object.hasOwn(schemas, name) && schemas[name]) || {});
  const present = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ type }) => type !== "null");
  if (present.length === 1 && present[0]) return { ...follow(present[0]), ...described(schema) };
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as JsonSchema[]).map(follow) : [];
  if (parts.length === 0) return schema;
  return {
    ...schema,
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
    required: [...parts, schema].flatMap(({ required = [] }) => required),
  };
}

const described = ({ description }: JsonSchema) => (description === undefined ? {} : { description });

/** The fields of a body. Required ones come first. Undefined if it is no object with known fields. */
function bodyFields(
  schema: JsonSchema,
  schemas: Schemas,
  before: readonly string[] = [],
): OperationField[] | undefined {
  const { properties, required = [], type } = resolved(schema, schemas);
  if (properties === undefined || (type !== undefined && type !== "object")) return undefined;
  const fields = Object.entries(properties).map(([name, given]): OperationField => {
    const field = resolved(given, schemas);
    const path = [...before, name];
    const inner = path.length < DEEPEST ? bodyFields(field, schemas, path) : undefined;
    const options = (field.enum ?? []).filter((one) => typeof one === "string");
    return {
      ...{ name, path, isRequired: required.includes(name), options },
      control: inner ? "object" : options.length > 0 ? "choice" : controlOf(field),
      help: given.description ?? field.description ?? "",
      fields: inner ?? [],
    };
  });
  return fields.length === 0
    ? undefined
    : fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function controlOf({ type }: JsonSchema): OperationField["control"] {
  if (type === "string") return "text";
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : "json";
}

/** The plain fields of the objects in a list. */
function columnsOf(reply: JsonSchema, schemas: Schemas): OperationColumn[] {
  const { items = {} } = resolved(reply, schemas);
  return Object.entries(resolved(items, schemas).properties ?? {}).flatMap(([name, schema]): OperationColumn[] => {
    const control = controlOf(resolved(schema, schemas));
    return control === "json" ? [] : [{ name, ...(control !== "object" && control !== "choice" && { kind: control }) }];
  });
}

/** A readable schema whose named parts are shown in place, as far as they do not repeat. */
function treeOf(schema: JsonSchema, schemas: Schemas): SchemaTree {
  const tree = schemaTree(schema);
  const target = resolved(schema.type === "array" ? (schema.items ?? {}) : schema, schemas);
  const { fields } = schemaTree(target.type === "array" ? resolved(target.items ?? {}, schemas) : target);
  return { ...tree, fields };
}
