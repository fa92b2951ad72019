/** A schema of OpenAPI, of version 2.0 or 3.1. */
export type Schema = { readonly [keyword: string]: unknown } | boolean;

export type Parameter = {
  name: string;
  in: "path" | "query" | "header" | "formData";
  required: boolean;
  schema: Schema;
  description: string;
};

/** An operation of an API, whatever the version of its description. */
export type Operation = {
  operationId: string;
  /** The first tag, which groups operations. */
  tag: string;
  summary: string;
  description: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: { contentType: string; schema: Schema; required: boolean } | undefined;
  /** Undefined: a file. */
  reply: Schema | undefined;
};

export type DescribedApi = { operations: Operation[]; schemas: Readonly<Record<string, Schema>> };

type Json = Readonly<Record<string, unknown>>;

const MULTIPART = "multipart/form-data";
const PLACES = new Set(["path", "query", "header", "formData"]);

/** Reads a document of OpenAPI 3.1 or Swagger 2.0, such as ours. */
export function readDescription(document: Json): DescribedApi {
  const { components, definitions, paths } = document;
  return {
    schemas: record(record(components).schemas ?? definitions) as Record<string, Schema>,
    operations: Object.entries(record(paths)).flatMap(([path, methods]) =>
      Object.entries(record(methods)).map(([method, operation]) => read(method.toUpperCase(), path, record(operation))),
    ),
  };
}

function read(method: string, path: string, operation: Json): Operation {
  const listed = list(operation.parameters).map(record);
  const parameters = listed.flatMap((parameter) => parameterOf(parameter));
  return {
    operationId: text(operation.operationId) || `${method} ${path}`,
    tag: text(list(operation.tags)[0]) || "other",
    summary: text(operation.summary),
    description: text(operation.description),
    ...{ method, path, parameters },
    body: bodyOf(operation, listed),
    reply: replyOf(operation),
  };
}

function parameterOf(parameter: Json): Parameter[] {
  const { name, in: place, required, schema, description, ...rest } = parameter;
  const isOurs = place === "header" && /^(?:authorization|idempotency-key)$/i.test(text(name));
  if (!PLACES.has(text(place)) || isOurs) return [];
  const described = text(description) || text(record(schema).description);
  return [
    {
      name: text(name),
      in: place as Parameter["in"],
      required: required === true,
      schema: (schema ?? rest) as Schema,
      description: described,
    },
  ];
}

function bodyOf({ requestBody, consumes }: Json, listed: readonly Json[]): Operation["body"] {
  const body = listed.find((parameter) => parameter.in === "body");
  if (body) return { contentType: "application/json", schema: record(body.schema), required: body.required === true };
  const [media] = Object.entries(record(record(requestBody).content));
  if (!media)
    return list(consumes).includes(MULTIPART) ? { contentType: MULTIPART, schema: true, required: false } : undefined;
  const [contentType, { schema = true }] = [media[0], record(media[1])];
  const required = contentType === MULTIPART || record(requestBody).required === true;
  return { contentType, schema: schema as Schema, required };
}

function replyOf({ responses, produces }: Json): Schema | undefined {
  const [success] = Object.entries(record(responses)).flatMap(([status, reply]) =>
    status.startsWith("2") ? [record(reply)] : [],
  );
  const [media] = Object.entries(record(success?.content));
  if (media)
    return record(record(media[1]).schema).format === "binary"
      ? undefined
      : ((record(media[1]).schema ?? true) as Schema);
  const isFile = list(produces).some((type) => !/json|\*/i.test(text(type)));
  return isFile && success?.schema === undefined ? undefined : ((success?.schema ?? true) as Schema);
}

const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
