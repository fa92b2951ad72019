import type { z } from "zod";
import { swaggerAddress } from "#server/element/docs/swagger-address.ts";
import { BASE_PATH } from "./app.ts";
import type { AnyContract } from "./endpoint-contract.ts";
import { operationId } from "./openapi.ts";

/** Clients of the gateway before the original API send a key in addition to the secrets. */
const AWS = {
  address: swaggerAddress("https://aws-api.cloud-elements.com"),
  key: { name: "x-api-key", in: "header", required: true, type: "string" },
};

/**
 * The platform's endpoints as a Swagger 2.0 document, for clients that do not support OpenAPI 3; schemas of bodies and
 * responses are in the OpenAPI document.
 */
export function describePlatform(
  endpoints: readonly AnyContract[],
  { publicUrl, provider }: { publicUrl: string; provider?: "aws" | undefined },
) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint, provider) };
  return {
    swagger: "2.0",
    info: { title: "platform", version: "api-v2" },
    ...(provider === "aws" ? AWS.address : swaggerAddress(publicUrl)),
    ...(provider !== "aws" && { basePath: BASE_PATH }),
    consumes: ["application/json"],
    produces: ["application/json"],
    tags: [...new Set(endpoints.flatMap(({ tags }) => tags))].map((name) => ({ name })),
    paths,
  };
}

function operation(endpoint: AnyContract, provider: "aws" | undefined) {
  const { method, path, summary, description, tags, auth, params, query, body, paged, takesFiles, options } = endpoint;
  return {
    operationId: operationId(method, path),
    summary,
    ...(description && { description }),
    tags,
    ...(takesFiles && { consumes: ["multipart/form-data"] }),
    parameters: [
      ...(auth === "none"
        ? []
        : [{ name: "Authorization", in: "header", required: auth !== "optional", type: "string" }]),
      ...(provider === "aws" ? [AWS.key] : []),
      ...namesOf(params).map(([name]) => ({ name, in: "path", required: true, type: "string" })),
      ...namesOf(query).map(([name, schema]) => ({
        name,
        in: "query",
        required: !schema.safeParse(undefined).success,
        ...(name.endsWith("[]")
          ? { type: "array", items: { type: "string" }, collectionFormat: "multi" }
          : { type: "string" }),
      })),
      ...(paged ? PAGING : []),
      ...(options ? [{ name: "options", in: "formData", type: "string" }] : []),
      ...(takesFiles ? [{ name: "file", in: "formData", required: true, type: "file" }] : []),
      ...(body ? [{ name: "body", in: "body", schema: { type: "object" } }] : []),
    ],
    responses: {
      [endpoint.status]: {
        description: "Done.",
        schema: { type: paged ? "array" : "object", ...(paged && { items: {} }) },
      },
      default: { description: "An error with message and requestId." },
    },
  };
}

const PAGING = [
  { name: "pageSize", in: "query", required: false, type: "integer" },
  { name: "nextPage", in: "query", required: false, type: "string" },
];

const namesOf = (schema: z.ZodType): [string, z.ZodType][] =>
  "shape" in schema ? Object.entries(schema.shape as Record<string, z.ZodType>) : [];
