import { METHODS } from "../shape.ts";
import { type ElementDocs, isChange, isDeletion } from "./docs.ts";
import type { JsonSchema } from "./schema-tree.ts";

type Method = (typeof METHODS)[number];

/** The credentials that an operation requires. */
export type Credentials = "platform" | "element" | "bearer" | "none";

/** The parts of a request, as OpenAPI and Swagger divide it. */
const REQUEST_PARTS = { path: true, query: true, header: true, form: true, multipart: true };

export type DescribedParameter = {
  place: keyof typeof REQUEST_PARTS;
  name: string;
  isRequired: boolean;
  schema: JsonSchema;
};

export type DescribedOperation = {
  id: string;
  method: Method;
  /** Below the base of the API, with the hub. */
  path: string;
  group: string;
  summary: string;
  description: string;
  credentials: Credentials;
  /** Whether it changes something, which a GET of an element can too. */
  isChange: boolean;
  /** Whether it deletes something, which other methods of an element than DELETE can too. */
  isDeletion: boolean;
  parameters: DescribedParameter[];
  body?: { isRequired: boolean; schema: JsonSchema };
  reply?: JsonSchema;
  responses: { status: string; description: string }[];
};

/** A description of an API, from OpenAPI 3 or Swagger 2.0. `schemas` are those that references lead to. */
export type DescribedApi = { operations: DescribedOperation[]; schemas: Readonly<Record<string, JsonSchema>> };

type Media = {
  description?: string;
  $ref?: string;
  required?: boolean;
  content?: Record<string, { schema?: JsonSchema }>;
};
type Parameter = { name: string; in: string; required?: boolean; schema?: JsonSchema; description?: string };
type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  security?: readonly Record<string, unknown>[];
  parameters?: readonly Parameter[];
  requestBody?: Media;
  responses?: Record<string, Media & { schema?: JsonSchema }>;
};

/** The parts of an OpenAPI document that are read. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Readonly<Record<string, unknown>>; responses: Readonly<Record<string, unknown>> };
};

const PLACES: Readonly<Record<string, DescribedParameter["place"]>> = {
  path: "path",
  query: "query",
  header: "header",
};
const isOurs = ({ name, in: place }: Parameter) => place === "header" && name.toLowerCase() === "authorization";

/** The platform's API. */
export function describedPlatform({ paths, components }: OpenApiDocument): DescribedApi {
  const shared = components.responses as Record<string, Media>;
  return { operations: operationsIn(paths, described), schemas: components.schemas as Record<string, JsonSchema> };

  function described(method: Method, path: string, operation: Operation): DescribedOperation {
    const { security = [], parameters = [], requestBody } = operation;
    const [success] = Object.values(operation.responses ?? {});
    const reply = success?.content?.["application/json"]?.schema;
    const { "multipart/form-data": form, "application/json": json, "*/*": any } = requestBody?.content ?? {};
    const body = json?.schema ?? any?.schema;
    const required = form?.schema?.required ?? [];
    return {
      ...headOf(method, path, operation),
      credentials: credentialsOf(security),
      isChange: isChange(method, operation),
      isDeletion: isDeletion(method, operation),
      parameters: [
        ...parameters.flatMap((parameter) => parameterAt(PLACES[parameter.in], parameter)),
        ...Object.entries(form?.schema?.properties ?? {}).map(([name, schema]) => ({
          ...{ place: "multipart" as const, name, isRequired: required.includes(name), schema },
        })),
      ],
      ...(body && { body: { isRequired: requestBody?.required === true, schema: body } }),
      ...(reply && { reply }),
      responses: Object.entries(operation.responses ?? {}).map(([status, { description, $ref = "" }]) => ({
        status,
        description: description ?? shared[$ref.split("/").at(-1) ?? ""]?.description ?? "",
      })),
    };
  }
}

/** The API of a hub, an element or one element instance. */
export function describedHub({ paths, definitions, basePath }: ElementDocs): DescribedApi {
  const hub = basePath.replace(/^\/elements\/api-v2/, "");
  return { operations: operationsIn(paths, described), schemas: definitions as Record<string, JsonSchema> };

  function described(method: Method, path: string, operation: Operation & { consumes?: string[] }): DescribedOperation {
    const { parameters = [], responses = {}, consumes = [] } = operation;
    const body = parameters.find((parameter) => parameter.in === "body");
    const reply = responses[200]?.schema;
    const form = consumes.includes("multipart/form-data") ? "multipart" : "form";
    return {
      ...headOf(method, hub + path, operation),
      credentials: "element",
      isChange: isChange(method, operation),
      isDeletion: isDeletion(method, operation),
      parameters: parameters
        .filter((parameter) => !isOurs(parameter) && parameter !== body)
        .flatMap((parameter) => parameterAt(parameter.in === "formData" ? form : PLACES[parameter.in], parameter)),
      ...(body?.schema && { body: { isRequired: body.required === true, schema: body.schema } }),
      ...(reply && { reply }),
      responses: Object.entries(responses).map(([status, { description = "" }]) => ({ status, description })),
    };
  }
}

function operationsIn(
  paths: Record<string, Record<string, unknown>>,
  describe: (method: Method, path: string, operation: Operation) => DescribedOperation,
): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method.toLowerCase()];
      return operation === undefined ? [] : describe(method, path, operation as Operation);
    }),
  );
}

const headOf = (method: Method, path: string, { operationId, tags, summary, description }: Operation) => ({
  ...{ id: operationId, method, path, group: tags?.[0] ?? "" },
  ...{ summary: summary ?? "", description: description ?? "" },
});

/** Swagger 2.0 keeps the type of a parameter in the parameter itself. */
function parameterAt(
  place: DescribedParameter["place"] | undefined,
  { name, in: _, required, schema, ...own }: Parameter,
): DescribedParameter[] {
  return place ? [{ place, name, isRequired: required === true, schema: { ...own, ...schema } as JsonSchema }] : [];
}

/** Where credentials are optional, those of the caller are sent. */
function credentialsOf(security: readonly Record<string, unknown>[]): Credentials {
  const names = security.flatMap((one) => Object.keys(one));
  return (names[0] as Credentials | undefined) ?? "none";
}
