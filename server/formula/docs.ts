import type { Formula } from "./shape.ts";

/** The part of a Swagger 2.0 document that formulas need. */
export type SwaggerDocument = {
  swagger: "2.0";
  info: { title: string; description?: string; version: string };
  basePath: string;
  consumes: string[];
  produces: string[];
  paths: Record<string, Record<string, object>>;
};

/**
 * The documentation of a formula (`GET /formulas/{id}/docs`): for a formula as a resource exactly its path and method,
 * for any other the operation that runs an instance of it.
 */
export function formulaDocs({
  name,
  description,
  method,
  uri,
  configuration,
}: Pick<Formula, "name" | "description" | "method" | "uri" | "configuration">): SwaggerDocument {
  const variables = configuration.map(
    ({ key, type, required }) => `\`${key}\` (${type}${required ? ", required" : ""})`,
  );
  return {
    swagger: "2.0",
    info: {
      title: name,
      version: "1.0",
      description: [description, variables.length > 0 && `Variables: ${variables.join(", ")}.`]
        .filter(Boolean)
        .join("\n\n"),
    },
    basePath: "/elements/api-v2",
    consumes: ["application/json"],
    produces: ["application/json"],
    paths:
      method && uri
        ? { [uri]: { [method.toLowerCase()]: resourceOperation(name, method, uri) } }
        : { "/formulas/instances/{id}/executions": { post: executionOperation(name) } },
  };
}

const AUTHORIZATION = {
  name: "Authorization",
  in: "header",
  description: "User <secret>, Organization <secret>",
  required: true,
  type: "string",
};

const BODY = { name: "body", in: "body", schema: { type: "object" } };

const resourceOperation = (name: string, method: string, uri: string) => ({
  operationId: `${method.toLowerCase()}${uri.replaceAll(/[^A-Za-z0-9]+/g, "-")}`,
  summary: `Runs ${name} and answers with the result of its last step`,
  parameters: [
    AUTHORIZATION,
    {
      name: "Elements-Formula-Instance-Id",
      in: "header",
      description: "The formula instance that runs",
      required: true,
      type: "integer",
    },
    ...[...uri.matchAll(/\{([^{}/]+)\}/g)].map(([, part]) => ({
      name: part,
      in: "path",
      required: true,
      type: "string",
    })),
    ...(method === "GET" || method === "DELETE" ? [] : [{ ...BODY, description: "Read as trigger.args.request.body" }]),
  ],
  responses: {
    200: { description: "The result of the last step", schema: { type: "object" } },
    400: { description: "The formula instance is not named" },
    404: { description: "There is no such formula instance" },
    500: { description: "The formula failed" },
    504: { description: "The formula took longer than 30 seconds" },
  },
});

const executionOperation = (name: string) => ({
  operationId: "createFormulaInstanceExecution",
  summary: `Runs an instance of ${name}`,
  parameters: [
    AUTHORIZATION,
    { name: "id", in: "path", description: "Id of the formula instance", required: true, type: "integer" },
    { ...BODY, description: "Read as trigger.args" },
  ],
  responses: {
    200: {
      description: "The executions that began",
      schema: {
        type: "array",
        items: { type: "object", properties: { id: { type: "integer" }, status: { type: "string" } } },
      },
    },
    404: { description: "There is no such formula instance" },
  },
});
