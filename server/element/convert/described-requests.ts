import { modelFromSamples } from "../definition/model-from-samples.ts";
import {
  type Conversion,
  type ConversionChoices,
  isObject,
  type Json,
  METHODS,
  type Problem,
  refusedDocument,
} from "./conversion.ts";
import { convertOpenApi } from "./openapi.ts";
import { hostNameOf, mostFrequent, otherSchemeOf, type Target, targetOf } from "./request-target.ts";

/** A request that was recorded or written down, with its responses. Values of headers and of the query are never used. */
export type DescribedRequest = {
  /** The position in the file. */
  place: string;
  name: string;
  tag?: string | undefined;
  method: string;
  /** With variables as `{{name}}`, and `:name` in the path. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: { contentType: string; sample: unknown } | undefined;
  replies: readonly { headers: readonly string[]; sample: unknown }[];
  /** A security scheme of OpenAPI that the file names. */
  security?: Json | undefined;
};

type Description = {
  title: string;
  /** Whether the host of most requests is a better name, unless it is a variable. */
  isNamedAfterHost?: boolean;
  description?: string | undefined;
  requests: readonly DescribedRequest[];
  problems?: readonly Problem[];
  /** Values of variables that are not secret, for the address. */
  variables?: Readonly<Record<string, string>>;
};

type Grouped = { method: string; path: string; requests: DescribedRequest[]; query: Set<string> };

/** The methods that a problem names; other words may be anything. */
const HTTP_METHODS = new Set(["HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "REPORT", "SEARCH", "PURGE", "LINK"]);
const MOST_REQUESTS = 100_000;

/**
 * An element from requests: those of one method and address are one operation, whose models are made of all their
 * samples. They become an OpenAPI document, which is converted like any other, so that lists, paging and credentials are
 * recognized in the same way. Requests to other addresses than most are left out.
 */
export function convertRequests(
  { title, isNamedAfterHost, description, requests, problems = [], variables = {} }: Description,
  choices: ConversionChoices = {},
): Conversion {
  const ofHttp = requests.filter(({ url }) => otherSchemeOf(url) === undefined);
  if (ofHttp.length === 0) throw refusedDocument("", "has no requests.");
  if (ofHttp.length > MOST_REQUESTS) throw refusedDocument("", `has more than ${MOST_REQUESTS} requests. Split it.`);
  const found = [...problems, ...otherSchemes(requests)];
  const all = ofHttp.map((request) => ({ request, target: targetOf(request.url, variables, request.place) }));
  const base = mostFrequent(all.map(({ target }) => target.base));
  const used = all.filter(({ request, target }) => {
    const message = refusalOf(request, target, base);
    if (message !== undefined) found.push({ place: request.place, message });
    return message === undefined;
  });
  const name = (isNamedAfterHost && hostNameOf(base)) || title;
  const document = documentOf({ title: name, description, base }, groupsOf(used), schemesOf(used));
  const conversion = convertOpenApi(document, choices);
  return { ...conversion, problems: [...found.slice(0, 1000), ...conversion.problems] };
}

type Used = { request: DescribedRequest; target: Target };

/** One problem for each scheme that is not requested by HTTP. */
function otherSchemes(requests: readonly DescribedRequest[]): Problem[] {
  const counts = new Map<string, { place: string; count: number }>();
  for (const { url, place } of requests) {
    const scheme = otherSchemeOf(url);
    if (scheme !== undefined)
      counts.set(scheme, { place: counts.get(scheme)?.place ?? place, count: (counts.get(scheme)?.count ?? 0) + 1 });
  }
  return [...counts].map(([scheme, { place, count }]) => ({
    place,
    message: `Requests to ${scheme}: are left out (${count}). Only http: and https: are read.`,
  }));
}

function refusalOf(request: DescribedRequest, target: Target, base: string): string | undefined {
  const method = request.method.toUpperCase();
  if (target.base !== base)
    return `It goes to ${target.base || "no address"}, not to ${base || "the others'"}. It is left out.`;
  return METHODS.some((known) => known === method)
    ? undefined
    : `${HTTP_METHODS.has(method) ? method : "Its method"} is no method of a resource. It is left out.`;
}

/** The requests by method and address. */
function groupsOf(used: readonly Used[]): Grouped[] {
  const groups = new Map<string, Grouped>();
  for (const { request, target } of used) {
    const method = request.method.toUpperCase();
    const key = `${method} ${target.path.replaceAll(/\{[^{}]+\}/g, "{}")}`;
    const group = groups.get(key) ?? { method, path: target.path, requests: [], query: new Set() };
    groups.set(key, group);
    group.requests.push(request);
    for (const name of target.query) group.query.add(name);
  }
  return [...groups.values()];
}

function documentOf(
  { title, description, base }: { title: string; description: string | undefined; base: string },
  groups: readonly Grouped[],
  schemes: ReadonlyMap<string, Json>,
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const group of groups) {
    const item = paths[group.path] ?? {};
    paths[group.path] = item;
    item[group.method.toLowerCase()] = operationOf(group, schemas);
  }
  return {
    openapi: "3.1.0",
    info: { title, ...(description && { description }) },
    ...(base !== "" && { servers: [{ url: base, variables: variablesIn(base) }] }),
    components: { schemas, securitySchemes: Object.fromEntries(schemes) },
    security: requirementsOf(schemes),
    paths,
  };
}

/** Keys are sent together; of several other ways to authenticate, which requests choose from, each is one with them. */
function requirementsOf(schemes: ReadonlyMap<string, Json>): Json[] {
  const keys = [...schemes].filter(([, { type }]) => type === "apiKey").map(([name]) => name);
  const others = [...schemes.keys()].filter((name) => !keys.includes(name));
  const ways = others.length === 0 ? [keys] : others.map((name) => [name, ...keys]);
  return ways.map((names) => Object.fromEntries(names.map((name) => [name, []])));
}

const variablesIn = (base: string): Json =>
  Object.fromEntries([...base.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => [name, { default: "" }]));

function operationOf({ method, path, requests, query }: Grouped, schemas: Json): Json {
  const [first] = requests as [DescribedRequest];
  const bodies = requests.flatMap(({ body }) => body ?? []);
  const replies = requests.flatMap((request) => request.replies);
  const words = `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase())}`;
  const headers = new Set(requests.flatMap((request) => request.headers.map(([name]) => name.toLowerCase())));
  const inAll = (name: string) =>
    requests.every((request) => request.headers.some(([other]) => other.toLowerCase() === name));
  const contentType = bodies[0]?.contentType ?? "application/json";
  return {
    summary: first.name,
    ...(first.tag && { tags: [first.tag] }),
    parameters: [
      ...[...query]
        .filter((name) => !SECRET_QUERY.test(name))
        .map((name) => ({ name, in: "query", schema: { type: guessed(name) } })),
      ...[...headers]
        .filter((name) => !NOISE.test(name) && !SECRET_HEADER.test(name))
        .map((name) => ({ name, in: "header", required: inAll(name), schema: { type: "string" } })),
    ],
    ...(bodies.length > 0 && {
      requestBody: {
        required: bodies.length === requests.length,
        content: {
          [contentType]: { schema: schemaOf(`${words}Body`, merged(bodies.map(({ sample }) => sample)), schemas) },
        },
      },
    }),
    responses: {
      200: {
        description: "OK",
        headers: Object.fromEntries(replies.flatMap((reply) => reply.headers.map((name) => [name, {}]))),
        ...(replies.some(({ sample }) => sample !== undefined) && {
          content: {
            "application/json": { schema: schemaOf(words, merged(replies.map(({ sample }) => sample)), schemas) },
          },
        }),
      },
    },
  };
}

/** Positions and sizes of pages are numbers; the types of others cannot be derived from one value. */
const guessed = (name: string) =>
  /^(?:page|per_?page|page_?size|limit|offset|skip|start|count|size)$/i.test(name) ? "integer" : "string";

/** A file of a form, as a sample. */
export const FILE = Symbol("a file");

/** The schema of a sample, with the objects in it as named schemas. */
function schemaOf(name: string, sample: unknown, schemas: Json): Json {
  if (sample === undefined) return {};
  const files = isObject(sample)
    ? Object.entries(sample)
        .filter(([, value]) => value === FILE)
        .map(([field]) => field)
    : [];
  const definitions = modelFromSamples(name, [sample === FILE ? "" : sample]);
  const own = new Map(Object.keys(definitions).map((id) => [id, free(id, schemas)]));
  for (const [id, definition] of Object.entries(definitions)) schemas[own.get(id) as string] = referring(definition);
  const root = schemas[own.get(name) as string] as Json;
  for (const field of files)
    if (isObject(root.properties)) root.properties[field] = { type: "string", format: "binary" };
  return { $ref: `#/components/schemas/${own.get(name)}` };

  function referring({ id: _, ...schema }: Json): Json {
    const target = own.get(String(schema.type));
    if (target !== undefined) return { $ref: `#/components/schemas/${target}` };
    return {
      ...schema,
      ...(schema.type === "unknown" && { type: undefined }),
      ...(isObject(schema.items) && { items: referring(schema.items) }),
      ...(isObject(schema.properties) && {
        type: "object",
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([field, inner]) => [field, referring(inner as Json)]),
        ),
      }),
    };
  }
}

function free(id: string, schemas: Json): string {
  const word = id.replaceAll(/[^\w.-]+/g, "_");
  let own = word;
  for (let count = 2; Object.hasOwn(schemas, own); count++) own = `${word}_${count}`;
  return own;
}

/** Merges samples into one with all their fields. */
function merged(samples: readonly unknown[]): unknown {
  const known = samples.filter((sample) => sample !== undefined && sample !== null);
  const [first] = known;
  if (known.length < 2) return first;
  if (known.every(Array.isArray)) return (known as unknown[][]).flat().slice(0, 1000);
  if (!known.every((sample) => isObject(sample))) return first;
  const names = new Set((known as Json[]).flatMap((sample) => Object.keys(sample)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      merged((known as Json[]).map((sample) => (Object.hasOwn(sample, name) ? sample[name] : undefined))),
    ]),
  );
}

const SECRET_QUERY =
  /^(?:api[-_]?key|key|access[-_]?token|auth[-_]?token|token|auth|sig|signature|secret|password|client[-_]?secret|code|sid|session(?:[-_]?id)?)$/i;
const SECRET_HEADER =
  /(?:^|[-_])(?:api-?key|\w*key|\w*token|\w*secret|auth\w*|session\w*|password|signature|credentials?)$/i;
/** Headers of HTTP, of browsers and of tools, and those that the product sets. */
const NOISE =
  /^(?::.*|accept.*|user-agent|referer|origin|connection|content-(?:length|type|encoding)|host|cookie|sec-.*|cache-control|pragma|if-.*|dnt|upgrade.*|te|priority|postman-token|x-requested-with|expect|keep-alive|transfer-encoding|forwarded|x-forwarded-.*|via|date|range)$/i;

/** The security schemes of the requests that are imported: of the file, else by the names of their headers and parameters. */
function schemesOf(used: readonly Used[]): Map<string, Json> {
  const schemes = new Map<string, Json>();
  for (const { security, headers } of used.map(({ request }) => request)) {
    if (security) schemes.set(String(security["x-name"] ?? security.type), security);
    for (const [name, value] of headers) {
      if (/^authorization$/i.test(name)) schemes.set("authorization", schemeOfHeader(value));
      else if (SECRET_HEADER.test(name) && !NOISE.test(name))
        schemes.set(name.toLowerCase(), { type: "apiKey", in: "header", name });
    }
  }
  for (const { query, hasUser } of used.map(({ target }) => target)) {
    if (hasUser) schemes.set("basic", { type: "http", scheme: "basic" });
    for (const name of query) if (SECRET_QUERY.test(name)) schemes.set(name, { type: "apiKey", in: "query", name });
  }
  return schemes;
}

const schemeOfHeader = (value: string): Json => {
  const [, scheme = ""] = /^\s*(basic|bearer)\b/i.exec(value) ?? [];
  return scheme === ""
    ? { type: "apiKey", in: "header", name: "Authorization" }
    : { type: "http", scheme: scheme.toLowerCase() };
};

/** The value of JSON text; undefined for other text. */
export function jsonIn(text: unknown): unknown {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields of a form, as a sample: values are kept for their types at most until the schema is made. */
export const formSample = (fields: readonly { name: string; isFile?: boolean }[]): Json =>
  Object.fromEntries(fields.map(({ name, isFile }) => [name, isFile ? FILE : ""]));
