import type { IncomingMessage } from "node:http";
import { Hono, type Context as HonoContext } from "hono";
import { clientOf, type TrustProxy } from "#server/client-address.ts";
import type { App, Context } from "#server/context.ts";
import { FAILURE_STATUS, Failure } from "#server/errors.ts";
import { refusedCredentials } from "#server/services/account/refused-credentials.ts";
import { newRequestId } from "#server/services/usage/request-id.ts";
import { createAuthenticate } from "./authenticate.ts";
import { readBody } from "./body.ts";
import { API_CHALLENGE } from "./challenges.ts";
import { corsHeaders, preflight } from "./cors.ts";
import type { Endpoint } from "./endpoint.ts";
import { asFailure } from "./failures.ts";
import { createObserve, type Observe } from "./observe.ts";
import { createPaging } from "./paging.ts";
import { hasAnyControls, requireJsonAccepted, requirePlainPath, requirePlainQuery } from "./request-checks.ts";
import { securityHeaders } from "./security-headers.ts";
import { createServe, type Incoming, type Outgoing, type Query } from "./serve.ts";
import { TRIGGER_LIMIT } from "./trigger-limit.ts";

export const BASE_PATH = "/elements/api-v2";

type Env = { Bindings: { incoming?: IncomingMessage } };
type Serve = (incoming: Incoming) => Promise<Outgoing>;
/** Dependencies of every request. */
type Edge = { observe: Observe; trust: TrustProxy; secured: Record<string, string> };
type Tables = { endpoints: readonly Endpoint[]; otherPaths?: OtherPaths; elementCalls?: ElementCalls };

/**
 * Handles requests to paths that are in no contract: formulas as resources. `path` begins after the base; undefined
 * means that there is no such resource.
 */
export type OtherPaths = (
  ctx: Context,
  call: { method: string; path: string; query: Query; text: string; request: Request; clientAddress: string },
) => Promise<Outgoing | undefined>;

/**
 * Requests to element instances: every path that is not the platform's, and the platform's paths that the element
 * `takes` because it has its own resource there. `path` begins after the base.
 */
export type ElementCalls = {
  takes: (ctx: Context, incoming: Incoming) => Promise<boolean>;
  respond: (ctx: Context, incoming: Incoming) => Promise<Outgoing>;
};

/** Paths of the platform, where no element may define resources (I07). */
const RESERVED = /^\/(?:(?:formulas|instances|elements|authentication|openapi\.json)(?:\/|$)|hubs(?:\/[^/]*)?$)/;

/**
 * The public REST API: one Hono app, created from the table of endpoints. Every response is JSON with
 * Elements-Request-Id; errors are `{ message, requestId, providerMessage }` (spec §7).
 * An unknown path responds with 401, with any credentials, unless the request carries the token of an element instance.
 */
export function createApi(world: App, { endpoints, otherPaths, elementCalls }: Tables) {
  const shared = {
    authenticate: createAuthenticate(world),
    paging: createPaging(world.env.NEXTAUTH_SECRET ?? world.env.ENCRYPTION_KEYS),
  };
  const { TRUST_PROXY: trust, PUBLIC_URL } = world.env;
  // A response may contain a secret: proxies must not cache it, unless the endpoint allows it.
  const secured = { ...securityHeaders(PUBLIC_URL), "cache-control": "no-store" };
  const edge: Edge = { observe: createObserve(world), trust, secured };
  const api = new Hono<Env>({ strict: false });
  for (const [path, methods] of byPath(endpoints)) {
    const picked = pick(methods);
    const serve = RESERVED.test(path) ? picked : elementsFirst(picked);
    const isUnderHub = [...methods.values()].some((endpoint) => endpoint.isUnderHub);
    for (const prefix of isUnderHub ? ["", "/hubs/:hub"] : [""])
      api.all(`${BASE_PATH}${prefix}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, (c) => reply(c, path, serve, edge));
  }
  api.notFound((c) => reply(c, "(other)", c.req.path.startsWith(`${BASE_PATH}/`) ? serveOther : serveNowhere, edge));
  return api;

  /** Lists the methods of a path only for authenticated callers, unless one of them needs no credentials. */
  function pick(methods: Map<string, Endpoint>): Serve {
    const serves = new Map([...methods].map(([method, endpoint]) => [method, createServe(world, endpoint, shared)]));
    // Link previews and monitors send it to the addresses of webhooks.
    const head = methods.get("GET")?.storesRequest ? undefined : serves.get("GET");
    const allow = [...serves.keys(), ...(head ? ["HEAD"] : [])].join(", ");
    const isPublic = [...methods.values()].some(({ auth }) => auth === "none" || auth === "optional");
    return async (incoming) => {
      const { method } = incoming.request;
      const serve = method === "HEAD" ? head : serves.get(method);
      if (serve) return serve(incoming);
      if (!isPublic) await requireAnybody(incoming);
      throw new Failure("methodNotAllowed", `${method} is not offered here. Use ${allow}.`, { headers: { allow } });
    };
  }

  async function requireAnybody(incoming: Incoming): Promise<void> {
    const authorization = incoming.request.headers.get("authorization");
    const isElementOnly = namesElement(incoming) && !/(?:^|,)\s*organization /i.test(authorization ?? "");
    const auth = /^\s*bearer /i.test(authorization ?? "") ? "bearer" : isElementOnly ? "element" : "platform";
    const use = { area: undefined, writes: false };
    const address = incoming.clientAddress;
    incoming.caller = (await shared.authenticate({ auth, header: authorization, address, use })).caller;
  }

  /** Serves a platform path that the element of the request may have, too. */
  function elementsFirst(serve: Serve): Serve {
    return async (incoming) => {
      // No resource of an element has such a path.
      if (!elementCalls || !namesElement(incoming) || hasAnyControls(incoming.path)) return serve(incoming);
      const call = await asElementCall(incoming).catch((error: unknown) => {
        // Then it is a platform request, which ignores its Element part. An API key may have the scope of one of them.
        if (error instanceof Failure && /^(?:unauthorized|forbidden)$/.test(error.kind)) return undefined;
        throw error;
      });
      if (!call || !(await elementCalls.takes(...call))) return serve(incoming);
      return elementCalls.respond(...call);
    };
  }

  async function asElementCall(incoming: Incoming): Promise<[Context, Incoming]> {
    const { request, requestId, clientAddress } = incoming;
    const acting = await shared.authenticate({
      ...{ auth: "element", header: request.headers.get("authorization"), address: clientAddress },
      use: { area: "requests", writes: !/^(?:GET|HEAD)$/.test(request.method) },
    });
    incoming.caller = acting.caller;
    requirePlainPath(incoming.path);
    requirePlainQuery(request.url);
    return [
      { ...world, ...acting, requestId, clientAddress },
      { ...incoming, path: incoming.path.slice(BASE_PATH.length) },
    ];
  }

  async function serveOther(incoming: Incoming): Promise<Outgoing> {
    const { request, clientAddress } = incoming;
    if (elementCalls && namesElement(incoming) && !request.headers.has(FORMULA_INSTANCE)) {
      return elementCalls.respond(...(await asElementCall(incoming)));
    }
    const authorization = request.headers.get("authorization");
    // A formula runs with any method.
    const use = { area: "formulas", writes: true } as const;
    const acting = await shared.authenticate({
      ...{ auth: "platform", header: authorization, address: clientAddress, use },
    });
    incoming.caller = acting.caller;
    requirePlainPath(incoming.path);
    requirePlainQuery(request.url);
    const path = incoming.path.slice(BASE_PATH.length);
    if (otherPaths) {
      requireJsonAccepted(request.headers.get("accept"));
      const text = await readBody(request, TRIGGER_LIMIT);
      const call = { method: request.method, path, query: incoming.query, text, request, clientAddress };
      const outgoing = await otherPaths({ ...world, ...acting, requestId: incoming.requestId, clientAddress }, call);
      if (outgoing) return outgoing;
    }
    // The path may be a resource of an element, which needs a token: docs/api.md.
    throw refusedCredentials();
  }
}

/** Handles requests in this process, as if a client at that address had sent them. */
export const inProcess =
  (api: ReturnType<typeof createApi>) =>
  async (request: Request, { address }: { address: string }): Promise<Response> => {
    const received = { headers: Object.fromEntries(request.headers), socket: { remoteAddress: address } };
    return api.fetch(request, { incoming: received as unknown as IncomingMessage });
  };

/** A request with this header calls a formula as a resource, whatever else it contains. */
const FORMULA_INSTANCE = "elements-formula-instance-id";

const namesElement = ({ request }: Incoming) => /(?:^|,)\s*element /i.test(request.headers.get("authorization") ?? "");

/** Sorts literal segments before parameters, so that `/formulas/instances` is never matched by `/formulas/{id}`. */
function byPath(endpoints: readonly Endpoint[]): [string, Map<string, Endpoint>][] {
  const table = new Map<string, Map<string, Endpoint>>();
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    const methods = table.get(path) ?? new Map<string, Endpoint>();
    if (methods.has(method)) throw new Error(`Two endpoints for ${method} ${path}.`);
    table.set(path, methods.set(method, endpoint));
  }
  const rank = (path: string) => path.replaceAll(/\{\w+\}/g, "\uffff");
  return [...table].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

function serveNowhere({ path }: Incoming): Promise<Outgoing> {
  throw new Failure("notFound", `No API resource exists at ${path}. Paths of the API begin with ${BASE_PATH}.`);
}

/** Converts results and errors to HTTP responses; nothing else does. */
async function reply(
  c: HonoContext<Env>,
  route: string,
  serve: Serve,
  { observe, trust, secured }: Edge,
): Promise<Response> {
  const early = preflight(c.req.raw);
  if (early) return early;
  const incoming: Incoming = {
    request: c.req.raw,
    requestId: newRequestId(),
    path: c.req.path,
    params: c.req.param() as Record<string, string>,
    query: readQuery(c.req.url),
    headers: () => readHeaders(c),
    clientAddress: clientOf(c.env?.incoming, trust),
  };
  const began = performance.now();
  let outgoing: Outgoing;
  let failure: Failure | undefined;
  try {
    if (hasTwice(c.env?.incoming, "authorization")) throw refusedCredentials();
    outgoing = await serve(incoming);
  } catch (error) {
    failure = asFailure(error);
    const { message, providerMessage, headers } = failure;
    const text = JSON.stringify({ message, requestId: incoming.requestId, providerMessage });
    outgoing = { status: FAILURE_STATUS[failure.kind], text, headers };
  }
  observe(incoming, { route, status: outgoing.status, ms: performance.now() - began, failure });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "elements-request-id": incoming.requestId,
    ...instanceHeader(incoming),
    ...secured,
    ...corsHeaders(incoming.request),
    ...outgoing.headers,
    ...(outgoing.status === FAILURE_STATUS.unauthorized && API_CHALLENGE),
  };
  const body = BODILESS.has(outgoing.status) ? null : (outgoing.stream ?? outgoing.text);
  return new Response(body, { status: outgoing.status, headers });
}

/** Whether a request repeats a header of which Node keeps only the first line. */
function hasTwice(incoming: IncomingMessage | undefined, name: string): boolean {
  const { rawHeaders = [] } = incoming ?? {};
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i];
    if (given?.length === name.length && given.toLowerCase() === name) count++;
  }
  return count > 1;
}

/** Refused requests to an element instance name it as well. */
const instanceHeader = ({ caller }: Incoming) =>
  caller?.elementInstanceId !== undefined && { "elements-element-instance-id": String(caller.elementInstanceId) };

/** HTTP allows no body with these statuses, which a formula may return. */
const BODILESS = new Set([204, 205, 304]);

/** Node has parsed them already; a request that did not come through its server has its own headers. */
function readHeaders({ env, req }: HonoContext<Env>): Record<string, string> {
  const { headers } = env?.incoming ?? {};
  return headers ? ({ ...headers } as Record<string, string>) : Object.fromEntries(req.raw.headers);
}

const NO_QUERY: Query = Object.freeze({});

/** Names that end in `[]` are lists; of other names the first value counts; empty values count as missing. */
function readQuery(url: string): Query {
  const mark = url.indexOf("?");
  if (mark < 0) return NO_QUERY;
  const query: Query = {};
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    if (value === "" || name === "__proto__") continue;
    if (name.endsWith("[]")) query[name] = [...(query[name] ?? []), value];
    else query[name] ??= value;
  }
  return query;
}
