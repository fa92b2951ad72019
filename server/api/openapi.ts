import { z } from "zod";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import { BASE_PATH } from "./app.ts";
import { createComponents, type JsonSchema } from "./components.ts";
import type { AnyContract } from "./endpoint-contract.ts";

const TAGS: Record<string, string> = {
  Accounts: "Accounts of an organization.",
  Authentication: "Sign-in, passwords and secrets.",
  "API keys": "Named keys with scopes, in the place of the User secret.",
  Users: "Users and their roles.",
  Organizations: "Organizations and their password policies.",
  Branding: "Fonts, colors and images of an organization.",
  Formulas: "Workflows of triggers, steps and variables.",
  "Formula tests": "Recorded runs of formulas, which are replayed without anything outside.",
  "Formula parts": "Steps, triggers and variables of one formula.",
  "Formula instances": "Formulas with values for their variables, ready to run.",
  Executions: "Executions, their steps and the values of their steps.",
  Analytics: "Executions over time.",
  Metrics: "Counts for usage reports.",
  Definitions: "Formulas, elements and common resources as files of a repository.",
  Elements: "Definitions of providers: how to authenticate, and which resources they offer.",
  "Element instances": "Authenticated connections to elements.",
  "Connect sessions": "Pages on which your customers connect their accounts.",
  "Common resources": "Objects with your fields, and how the fields of each provider are mapped to them.",
  Clients: "Typed clients of this API and of elements, as npm packages.",
  Agents: "What agents may use through the Model Context Protocol, at `/mcp`.",
  "Element products": "Named groups of elements.",
  "Element parts": "Resources, parameters, hooks, models, objects and fields of one element.",
  Events: "Events from webhooks and polls, and the executions they started.",
  Hubs: "Groups of elements that share an API, such as crm.",
  "Audit log": "Who changed what, and when.",
  Integrations: "Named groups of formulas and formula instances.",
  Jobs: "Scheduled work.",
  "Bulk jobs": "Downloads and uploads of many rows of an object.",
  "Dead letters": "Background jobs that failed at every attempt.",
  Notifications: "Messages to people, by e-mail, webhook or inbox.",
  Subscriptions: "Webhooks that receive notifications.",
  Deliveries: "Deliveries of notifications to subscriptions.",
  Usage: "Requests to element instances.",
  Documentation: "Descriptions of this API.",
};

const ERRORS: Record<string, string> = {
  400: "The request is invalid. The message names the field.",
  401: "The secrets or the token are missing or wrong.",
  403: "The caller does not have permission.",
  404: "The resource does not exist.",
  406: "The Accept header does not allow JSON.",
  409: "The resource already exists or is in use.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  416: "The value ends before the range. The header Content-Range has its size.",
  422: "The Idempotency-Key was already used for a different request.",
  429: "Too many wrong passwords or secrets. Retry after the time in the header Retry-After.",
  500: "An internal error occurred.",
  501: "This installation does not offer it.",
  503: "The service is temporarily unavailable. Retry after the time in the header Retry-After.",
};

const errorReply = z
  .object({
    message: z.string().meta({ description: "The problem and how to fix it. Names the field." }),
    requestId: z
      .string()
      .meta({ description: "Identifies the request in the log. Also sent as the header Elements-Request-Id." }),
    providerMessage: z.string().optional().meta({ description: "The error message of the provider." }),
  })
  .meta({ id: "Error" });

/** The OpenAPI 3.1 document of these endpoints, generated from their contracts and the step types. */
export function describeApi(endpoints: readonly AnyContract[]) {
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
      description: "Successful requests return 200. All responses are JSON and have the header Elements-Request-Id.",
      license: { name: "AGPL-3.0-only", identifier: "AGPL-3.0-only" },
    },
    servers: [{ url: BASE_PATH }],
    tags: [...used].map((name) => ({ name, description: TAGS[name] ?? "" })),
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

  function operation(endpoint: AnyContract) {
    const { method, path, summary, description, tags, auth, body, paged, status } = endpoint;
    return {
      operationId: operationId(method, path),
      summary,
      ...(description && { description }),
      tags,
      security: auth === "none" ? [] : auth === "optional" ? [{}, { platform: [] }] : [{ [auth]: [] }],
      parameters: parameters(endpoint),
      ...(endpoint.takesFiles && { requestBody: form(endpoint) }),
      ...(endpoint.takesAny && method !== "GET" && { requestBody: { content: { "*/*": { schema: {} } } } }),
      ...(body && {
        requestBody: {
          required: !takesNothing(body),
          content: { "application/json": { schema: components.use(body, "input") } },
        },
      }),
      responses: {
        [status]: {
          description: paged ? "One page of the list." : "Success.",
          headers: { ...REQUEST_ID, ...(paged && PAGING), ...(endpoint.hasRanges && RANGES) },
          content: content(endpoint),
        },
        ...(endpoint.hasRanges && {
          206: {
            description: "The range that the header Range names.",
            headers: { ...REQUEST_ID, ...RANGES, "Content-Range": header("Such as `bytes 0-65535/1048576`.") },
            content: content(endpoint),
          },
        }),
        ...Object.fromEntries(
          errorsOf(endpoint).map((code) => [code, { $ref: `#/components/responses/Error${code}` }]),
        ),
      },
    };
  }

  function content({ fileType, otherTypes = [], reply }: AnyContract) {
    const others = Object.fromEntries(otherTypes.map((type) => [type, { schema: { type: "string" } }]));
    if (fileType === undefined) return { "application/json": { schema: components.use(reply, "output") }, ...others };
    return { [fileType]: { schema: { type: "string", format: "binary" } }, ...others };
  }

  function form({ options }: AnyContract) {
    const file = { type: "string", format: "binary" };
    const properties = { ...(options && { options: components.use(options, "input") }), file };
    return { content: { "multipart/form-data": { schema: { type: "object", properties, required: ["file"] } } } };
  }

  function parameters({ params, query, headers, paged, method, auth }: AnyContract) {
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

  /** `properties` of steps and triggers: one documented component per type, and any object for future types. */
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
const REQUEST_ID = { "Elements-Request-Id": header("Identifies the request in the log.") };
const PAGING = {
  "elements-returned-count": header("The number of entries on this page.", { type: "integer" }),
  "elements-total-count": header("The number of entries in the whole list, an estimate beyond 10,000.", {
    type: "integer",
  }),
  "elements-total-count-estimated": header("`true` if the total count is an estimate; otherwise absent."),
  "elements-next-page-token": header("The value of nextPage for the next page. Absent on the last page."),
};
const RANGES = {
  "Accept-Ranges": header("`bytes`: the request may have a Range."),
  ETag: header("Identifies the value, for If-Range."),
};
const PAGING_QUERY = [
  {
    name: "pageSize",
    in: "query",
    required: false,
    schema: {
      type: "integer",
      minimum: 1,
      default: 200,
      description: "The number of entries per page. Values above 2000 count as 2000.",
    },
  },
  {
    name: "nextPage",
    in: "query",
    required: false,
    schema: { type: "string", description: "The elements-next-page-token of the previous page." },
  },
];
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: {
    type: "string",
    maxLength: 255,
    description:
      "A repeated request with the same key and content within 24 hours returns the same response and has no further effect.",
  },
};

/** 400: every query is checked for control characters. 403: roles, accounts, and the scopes of API keys. */
function errorsOf({ method, auth, params, body, hasRanges, alsoRefuses = [] }: AnyContract): string[] {
  const codes = ["400", "406", "500", "503", ...alsoRefuses.map(String)];
  if (auth !== "none" || body) codes.push("401", "429");
  const isOwners = auth === "platform" || auth === "element";
  if (isOwners || auth === "optional") codes.push("403");
  if (isOwners && method !== "GET") codes.push("413", "415");
  if (fields(params).length > 0) codes.push("404");
  if (isOwners && method !== "GET") codes.push("409");
  if (method === "POST" && isOwners) codes.push("422");
  if (hasRanges) codes.push("416");
  return [...new Set(codes)].sort();
}

/** Whether the schema accepts an empty body. */
const takesNothing = (body: z.ZodType): boolean => [undefined, {}].some((nothing) => body.safeParse(nothing).success);

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
