import { ENDPOINTS } from "#server/api/endpoints.ts";
import { describeApi } from "#server/api/openapi.ts";
import {
  type JsonSchema,
  refName,
  type SchemaField,
  type SchemaTree,
  schemaTree,
} from "#server/element/docs/schema-tree.ts";
import { exampleOf } from "./example.ts";
import { type Code, highlight } from "./highlight.ts";

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description?: string;
  authorization: Authorization;
  parameters: { place: "path" | "query" | "header"; fields: SchemaField[] }[];
  body?: SchemaTree;
  /** Absent if the response is not JSON. */
  reply?: SchemaTree;
  responses: { status: string; description: string }[];
  curl: Code;
};

/** The credentials that an operation requires. */
export type Authorization = "platform" | "element" | "bearer" | "optional" | "none";

export type NamedSchema = { name: string; id: string; schema: SchemaTree };

/** Operations with the same tag, and the named schemas that they use. */
export type OperationGroup = {
  slug: string;
  name: string;
  description: string;
  operations: Operation[];
  schemas: NamedSchema[];
};

type Media = { content?: Record<string, { schema?: JsonSchema }>; description?: string; $ref?: string };
type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: JsonSchema };
type Described = {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: Media;
  responses: Record<string, Media>;
};

let groups: OperationGroup[] | undefined;

/** The API reference, generated once per process from the same contracts as openapi.json. */
export function readReference(): OperationGroup[] {
  groups ??= describeReference(describeApi(ENDPOINTS));
  return groups;
}

export function describeReference({ paths, tags, components }: ReturnType<typeof describeApi>): OperationGroup[] {
  const named = components.schemas as Record<string, JsonSchema>;
  const errors = components.responses as Record<string, Media>;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: (described as Described).tags[0],
      used: described,
      operation: operation(method.toUpperCase(), path, described as Described),
    })),
  );
  return tags.map(({ name, description }) => {
    const own = all.filter(({ tag }) => tag === name);
    return {
      slug: name.toLowerCase().replaceAll(" ", "-"),
      name,
      description,
      operations: own.map((each) => each.operation),
      schemas: namedSchemas(own.map(({ used }) => used)),
    };
  });

  function operation(method: string, path: string, described: Described): Operation {
    const { operationId, summary, description, parameters, requestBody, responses } = described;
    const [success = "200"] = Object.keys(responses);
    const reply = responses[success]?.content?.["application/json"]?.schema;
    const body = Object.values(requestBody?.content ?? {})[0]?.schema;
    return {
      id: operationId,
      method,
      path,
      summary,
      ...(description !== undefined && { description }),
      authorization: authorizationOf(described.security),
      parameters: PLACES.map((place) => ({
        place,
        fields: parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, required, schema }) => ({ name, isRequired: required, schema: schemaTree(schema) })),
      })).filter(({ fields }) => fields.length > 0),
      ...(body && { body: schemaTree(body) }),
      ...(reply && { reply: schemaTree(reply) }),
      responses: Object.entries(responses).map(([status, { description, $ref }]) => ({
        status,
        description: description ?? errors[$ref?.split("/").at(-1) ?? ""]?.description ?? "",
      })),
      curl: highlight(curl(method, path, described), "bash"),
    };
  }

  /** A command that sends the request, with placeholders in angle brackets. */
  function curl(method: string, path: string, { security, parameters, requestBody }: Described): string {
    const query = parameters.filter(({ in: place, required }) => place === "query" && required);
    const search = query.map(({ name, schema }) => `${name}=${schema.enum?.[0] ?? `<${name}>`}`).join("&");
    const address = path.replaceAll(/\{(\w+)\}/g, "<$1>") + (search && `?${search}`);
    const json = requestBody?.content?.["application/json"]?.schema;
    const lines = [
      `curl ${method === "GET" ? "" : `-X ${method} `}"$API${address}"`,
      ...(CREDENTIALS[authorizationOf(security)] ?? []),
      ...(requestBody?.content?.["multipart/form-data"] ? ["-F 'file=@file.json'"] : []),
      ...(requestBody?.content?.["*/*"] ? ["-H 'Content-Type: application/json'", "-d '{}'"] : []),
      ...(json
        ? [
            "-H 'Content-Type: application/json'",
            `-d '${JSON.stringify(exampleOf(json, named), null, 2).replaceAll("'", `'\\''`)}'`,
          ]
        : []),
    ];
    return lines.join(" \\\n  ");
  }

  /** The named schemas that are reachable from these, in alphabetical order. */
  function namedSchemas(roots: unknown[]): NamedSchema[] {
    const found = new Set<string>();
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const name = refName(value as JsonSchema);
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        visit(named[name]);
      }
      for (const child of Object.values(value)) visit(child);
    };
    roots.forEach(visit);
    return [...found].sort().map((name) => ({ name, id: schemaAnchor(name), schema: schemaTree(named[name] ?? {}) }));
  }
}

const PLACES = ["path", "query", "header"] as const;

const CREDENTIALS: Partial<Record<Authorization, string[]>> = {
  platform: ['-H "Authorization: $AUTH"'],
  element: ["-H 'Authorization: User <user secret>, Element <token>'"],
  bearer: ["-H 'Authorization: Bearer <token>'"],
};

const authorizationOf = (security: Record<string, unknown>[]): Authorization => {
  const names = security.map((one) => Object.keys(one)[0]);
  if (names.length > 1) return "optional";
  return (names[0] as Authorization | undefined) ?? "none";
};

/** The anchor of a named schema on a page of the reference. */
export const schemaAnchor = (name: string): string => `schema-${name}`;
