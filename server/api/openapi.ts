import { z } from "zod";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { BASE_PATH } from "./app.ts";
import { createComponents, type JsonSchema } from "./components.ts";
import type { AnyEndpoint } from "./endpoint.ts";

const TAGS: Record<string, string> = {
  Accounts: "Sign-in, users and secrets.",
  Formulas: "Workflows of triggers, steps and variables.",
  "Formula parts": "Steps, triggers and variables of one formula.",
  "Formula instances": "A formula with its variables filled in, ready to run.",
  "Formula executions": "Runs, their steps and the values of these.",
  Analytics: "Executions over time.",
  Metrics: "Counts for reports.",
  Elements: "Providers, described once: how to connect and what can be called.",
  "Element parts": "Resources, parameters, hooks, models, objects and fields of one element.",
  Events: "What providers told or polls found, and what it started.",
  Hubs: "Kinds of providers whose elements are called alike.",
  "Audit log": "Who changed what.",
  Integrations: "Named bundles of formulas and instances.",
  Jobs: "What runs by the clock.",
  "Dead letters": "Background jobs that failed at every attempt.",
  Notifications: "What people are told.",
  Documentation: "What this API offers.",
};

const ERRORS: Record<string, string> = {
  400: "The request is not valid; the message names the field.",
  401: "The secrets or the token are missing or wrong.",
  403: "The caller may not do this.",
  404: "There is no such thing.",
  406: "The Accept header leaves no room for JSON.",
  409: "It exists already, or is in use.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "The Idempotency-Key was used for another request.",
  429: "Too many wrong passwords or secrets; Retry-After says when to try again.",
  500: "Something went wrong on our side.",
  503: "Not available for a moment; Retry-After says when to try again.",
};

const errorReply = z
  .object({
    message: z.string().meta({ description: "A sentence that names the field and what to do." }),
    requestId: z
      .string()
      .meta({ description: "Finds the request in the log; also in the header Elements-Request-Id." }),
    providerMessage: z.string().optional().meta({ description: "The provider's own text." }),
  })
  .meta({ id: "Error" });

/** The OpenAPI 3.1 document of these endpoints: everything in it comes from their contracts and the step types. */
export function describeApi(endpoints: readonly AnyEndpoint[]) {
  const components = createComponents();
  const error = {
    description: "An error.",
    content: { "application/json": { schema: components.use(errorReply, "output") } },
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  describeProperties("Step", STEP_TYPES);
  describeProperties("Trigger", TRIGGER_TYPES);
  const used = new Set(endpoints.flatMap(({ tags }) => tags));
  return {
    openapi: "3.1.0",
    info: {
      title: "Formulary platform API",
      version: "api-v2",
      summary: "Formulas, formula instances and their executions.",
      description: "Every success is 200. Every reply is JSON and carries the header Elements-Request-Id.",
      license: { name: "AGPL-3.0-only", identifier: "AGPL-3.0-only" },
    },
    servers: [{ url: BASE_PATH }],
    tags: [...used].map((name) => ({ name, description: TAGS[name] ?? name })),
    security: [{ platform: [] }],
    paths,
    components: {
      schemas: components.schemas,
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([status, description]) => [`Error${status}`, { ...error, description }]),
      ),
      securitySchemes: {
        platform: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`User <user secret>, Organization <organization secret>`",
        },
        element: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "User <user secret>, Element <token of the element instance>",
        },
        bearer: { type: "http", scheme: "bearer", description: "The token of POST /authentication." },
      },
    },
  };

  function operation(endpoint: AnyEndpoint) {
    const { method, path, summary, description, tags, auth, body, reply, paged, status } = endpoint;
    return {
      operationId: operationId(method, path),
      summary,
      ...(description && { description }),
      tags,
      security: auth === "none" ? [] : auth === "optional" ? [{}, { platform: [] }] : [{ [auth]: [] }],
      parameters: parameters(endpoint),
      ...(endpoint.takesFiles && { requestBody: FILE }),
      ...(endpoint.takesAny && method !== "GET" && { requestBody: { content: { "*/*": { schema: {} } } } }),
      ...(body && { requestBody: { content: { "application/json": { schema: components.use(body, "input") } } } }),
      responses: {
        [status]: {
          description: paged ? "A part of the list." : "Done.",
          headers: { ...REQUEST_ID, ...(paged && PAGING) },
          content: { "application/json": { schema: components.use(reply, "output") } },
        },
        ...Object.fromEntries(
          errorsOf(endpoint).map((code) => [code, { $ref: `#/components/responses/Error${code}` }]),
        ),
      },
    };
  }

  function parameters({ params, query, headers, paged, method, auth }: AnyEndpoint) {
    return [
      ...fields(params).map(([name, schema]) => ({
        name,
        in: "path",
        required: true,
        schema: components.use(schema, "input"),
      })),
      ...fields(query).map(([name, schema]) => ({
        name,
        in: "query",
        required: !schema.safeParse(undefined).success,
        schema: components.use(schema, "input"),
      })),
      ...(paged ? PAGING_QUERY : []),
      ...fields(headers).map(([name, schema]) => ({
        name,
        in: "header",
        required: !schema.safeParse(undefined).success,
        schema: components.use(schema, "input"),
      })),
      ...(method === "POST" && (auth === "platform" || auth === "element") ? [IDEMPOTENCY_KEY] : []),
    ];
  }

  /** `properties` of steps and triggers: one documented component per type, and any object for those to come. */
  function describeProperties(part: "Step" | "Trigger", types: Record<string, Described>) {
    const refs = Object.entries(types).map(([type, { properties, summary, example }]) => {
      const schema = {
        ...components.plain(properties, "input"),
        title: `Properties of ${type}`,
        description: summary,
        examples: [example],
      };
      return components.add(`${part}Properties.${type}`, schema);
    });
    for (const [name, schema] of Object.entries(components.schemas)) {
      const target = new RegExp(`^${part}(Input|Reply)?$`).test(name) ? schema.properties?.properties : undefined;
      if (target) Object.assign(target, { type: "object", anyOf: [...refs, { type: "object" }] });
    }
  }
}

type Described = { properties: z.ZodObject; summary: string; example: unknown };

const header = (description: string, schema: JsonSchema = { type: "string" }) => ({ description, schema });
const REQUEST_ID = { "Elements-Request-Id": header("Finds this request in the log.") };
const PAGING = {
  "elements-returned-count": header("How many this part has.", { type: "integer" }),
  "elements-total-count": header("How many the whole list has.", { type: "integer" }),
  "elements-next-page-token": header("For nextPage; absent at the end."),
};
const PAGING_QUERY = [
  {
    name: "pageSize",
    in: "query",
    required: false,
    schema: { type: "integer", minimum: 1, default: 200, description: "More than 2000 counts as 2000." },
  },
  {
    name: "nextPage",
    in: "query",
    required: false,
    schema: { type: "string", description: "The token of the part before." },
  },
];
const FILE = {
  content: {
    "multipart/form-data": {
      schema: { type: "object", properties: { file: { type: "string", format: "binary" } }, required: ["file"] },
    },
  },
};
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: {
    type: "string",
    maxLength: 255,
    description: "The same key within 24 hours gives the same answer and does nothing twice.",
  },
};

function errorsOf({ method, auth, params, query, body, paged }: AnyEndpoint): string[] {
  const codes = ["406", "500", "503"];
  if (body || paged || fields(query).length > 0 || method === "POST") codes.push("400");
  if (auth !== "none" || body) codes.push("401", "429");
  const isOwners = auth === "platform" || auth === "element";
  if (isOwners && method !== "GET") codes.push("403", "413", "415");
  if (fields(params).length > 0) codes.push("404");
  if (isOwners && method !== "GET") codes.push("409");
  if (method === "POST" && isOwners) codes.push("422");
  return codes.sort();
}

const fields = (schema: z.ZodType): [string, z.ZodType][] =>
  schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];

/** `GET /formulas/{formulaId}/steps` is `getFormulasByFormulaIdSteps`. */
export function operationId(method: string, path: string): string {
  const words = path
    .split(/[/.-]/)
    .filter(Boolean)
    .map((word) =>
      word.replace(/^\{(\w)(\w*)\}$/, (_, first: string, rest: string) => `By${first.toUpperCase()}${rest}`),
    );
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
