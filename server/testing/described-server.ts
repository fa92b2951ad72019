import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Json = Record<string, unknown>;
type Described = Json & { paths: Record<string, Json> };

/** The number of rows of every list, and the maximum per page. */
export const ROWS = 5;

/**
 * A provider that implements a description: it checks method, path, parameters, body and key of each request, refuses
 * with 422 what the description does not allow, and responds by its schemas.
 */
export async function serveDescription(describe: (origin: string) => Described, key: string) {
  let document: Described;
  let paths: (readonly [RegExp, Record<string, unknown>])[];
  const called = new Set<string>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    const body = await bodyOf(request);
    const { status, reply } = respond(request, url, body);
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(reply === undefined ? "" : JSON.stringify(reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  document = describe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  paths = Object.entries(document.paths).map(([path, item]) => [patternOf(path), item]);
  return { document, called, close: () => new Promise((resolve) => server.close(resolve)) };

  function respond(request: IncomingMessage, url: URL, body: string): { status: number; reply?: unknown } {
    if (request.headers["x-api-key"] !== key) return { status: 401, reply: { message: "no key" } };
    const found = paths.find(([pattern]) => pattern.test(url.pathname));
    const operation = found?.[1][(request.method ?? "").toLowerCase()] as Json | undefined;
    if (!found || !operation) return { status: 404, reply: { message: "no such operation" } };
    const parameters = [...listOf(found[1].parameters), ...listOf(operation.parameters)];
    const problem =
      queryProblem(url.searchParams, parameters) ?? bodyProblem(request, body, operation.requestBody as Json);
    if (problem !== undefined) return { status: 422, reply: { message: problem } };
    called.add(String(operation.operationId));
    const [[status = "200", reply = {}] = []] = Object.entries(operation.responses as Record<string, Json>);
    const schema = schemaIn(reply, "application/json");
    return { status: Number(status), reply: schema && withRows(sample(schema), url.searchParams) };
  }

  function queryProblem(query: URLSearchParams, parameters: Json[]): string | undefined {
    const known = new Map(parameters.filter((one) => one.in === "query").map((one) => [one.name, one.schema as Json]));
    for (const [name, value] of query) {
      const schema = known.get(name);
      if (!schema) return `query ${name} is not described`;
      if (schema.type === "integer" && !/^\d+$/.test(value)) return `query ${name} is no integer: ${value}`;
      if (typeof schema.maximum === "number" && Number(value) > schema.maximum) return `query ${name} is too large`;
    }
    return undefined;
  }

  function bodyProblem(request: IncomingMessage, body: string, described: Json | undefined): string | undefined {
    if (!described) return body === "" ? undefined : "a body is not described";
    if (described.required === true && body === "") return "the body is missing";
    const [type = ""] = Object.keys(described.content as Json);
    if (!request.headers["content-type"]?.startsWith(type)) return `${request.headers["content-type"]} is not ${type}`;
    if (type === "multipart/form-data")
      return /name="file"; filename=/.test(body) && /name="note"/.test(body) ? undefined : "parts are missing";
    if (type.endsWith("urlencoded"))
      return new URLSearchParams(body).get("name") === "Ada & Co" ? undefined : "the form has no name";
    const missing = requiredOf(schemaIn(described, type) ?? {}).filter((name) => !(name in JSON.parse(body)));
    return missing.length > 0 ? `the body has no ${missing}` : undefined;
  }

  function opened(schema: Json): Json {
    const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
    return name === undefined ? schema : (((document.components as Json).schemas as Json)[name] as Json);
  }

  function requiredOf(schema: Json): string[] {
    const { required, allOf } = opened(schema);
    return [...(Array.isArray(required) ? required : []), ...listOf(allOf).flatMap(requiredOf)];
  }

  function sample(schema: Json, levels = 4): unknown {
    const { type, properties, items, enum: values, allOf, oneOf } = opened(schema);
    if (Array.isArray(values)) return values[0];
    if (Array.isArray(oneOf)) return sample(oneOf[0], levels);
    if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((part) => sample(part, levels)));
    if (type === "array") return [sample(items as Json, levels - 1)];
    if (properties === undefined) return type === "integer" ? 1 : "text";
    if (levels === 0) return {};
    const entries = Object.entries(properties as Record<string, Json>);
    return Object.fromEntries(entries.map(([name, inner]) => [name, sample(inner, levels - 1)]));
  }

  /** The rows of the requested page, in any of three styles. */
  function withRows(reply: unknown, query: URLSearchParams): unknown {
    const { data, meta, ...rest } = reply as { data?: Json[]; meta?: unknown };
    if (!data) return reply;
    const size = Number(query.get("per_page") ?? query.get("limit") ?? 2);
    const start = query.has("page")
      ? (Number(query.get("page")) - 1) * size
      : Number(query.get("cursor")?.slice(2) ?? query.get("offset") ?? 0);
    const rows = Array.from({ length: ROWS }, (_, at) => ({ ...data[0], id: at + 1 })).slice(start, start + size);
    const next = start + size < ROWS ? `c-${start + size}` : null;
    return { ...rest, data: rows, ...(meta !== undefined && { meta: { next_cursor: next } }) };
  }
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const schemaIn = ({ content }: Json, type: string) =>
  ((content as Json | undefined)?.[type] as Json | undefined)?.schema as Json | undefined;
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
