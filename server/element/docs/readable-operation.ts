import type { Operation } from "./docs.ts";
import { type JsonSchema, type SchemaField, schemaTree } from "./schema-tree.ts";

type SwaggerParameter = {
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonSchema;
  [keyword: string]: unknown;
};

/** An operation of the documentation of an element, with its schemas in readable form. */
export function readableOperation(operation: Operation, definitions: Readonly<Record<string, JsonSchema>>) {
  const listed = (Array.isArray(operation.parameters) ? operation.parameters : []) as SwaggerParameter[];
  const [success] = Object.values((operation.responses ?? {}) as Record<string, { schema?: JsonSchema }>);
  const body = listed.find(isBody)?.schema;
  return {
    operationId: operation.operationId,
    summary: String(operation.summary ?? ""),
    parameters: listed.filter((parameter) => !isBody(parameter)).map(readableParameter),
    body: body && schemaTree(body),
    response: success?.schema && schemaTree(success.schema),
    models: Object.entries(definitions).map(([name, schema]) => ({ name, schema: schemaTree(schema) })),
  };
}

const isBody = (parameter: SwaggerParameter): boolean => parameter.in === "body";

const readableParameter = ({
  name,
  in: place,
  required,
  ...schema
}: SwaggerParameter): SchemaField & { place: string } => ({
  ...{ name, place },
  isRequired: required === true,
  schema: schemaTree(schema),
});
