import { z } from "zod";
import type { Caller } from "#server/account/caller.ts";
import type { Acting, App, Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { Page } from "#server/page.ts";
import { requireDesigner } from "#server/services/account/require-role.ts";
import { runIdempotent } from "#server/services/idempotency/idempotency.ts";
import type { Authenticate } from "./authenticate.ts";
import { readBody } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import type { AnyContract } from "./endpoint-contract.ts";
import { invalid } from "./failures.ts";
import { CustomResponse, FileResponse, type Input } from "./handler.ts";
import { parseJson } from "./json.ts";
import { purposeOf } from "./key-areas.ts";
import type { Paging } from "./paging.ts";
import { receivedBody } from "./received-body.ts";
import { hasAnyControls, idempotencyKeyOf, requireJsonAccepted, requirePlainQuery } from "./request-checks.ts";
import { streamReply } from "./stream-reply.ts";

/** A request as the router matched it. */
export type Incoming = {
  request: Request;
  requestId: string;
  /** The requested path without the query. */
  path: string;
  params: Record<string, string>;
  query: Query;
  /** All headers, with names in lower case. */
  headers: () => Record<string, string>;
  clientAddress: string;
  /** The caller, once authenticated. */
  caller?: Caller;
};

export type Query = Record<string, string | string[]>;

/** A response before it is sent: JSON text, or the bytes of a file, and additional headers. */
export type Outgoing = {
  status: number;
  text: string;
  headers: Record<string, string>;
  stream?: ReadableStream<Uint8Array>;
};

type Shared = { authenticate: Authenticate; paging: Paging };

/**
 * Creates the function that serves an endpoint: authentication, validation of input, the service, validation of output.
 * Throws refusals.
 */
export function createServe(world: App, endpoint: Endpoint, { authenticate, paging }: Shared) {
  const readsParams = hasFields(endpoint.params);
  const readsQuery = hasFields(endpoint.query);
  const readsHeaders = hasFields(endpoint.headers) ? Object.keys(endpoint.headers.shape) : [];
  const isForViewers = endpoint.forViewers || endpoint.auth === "optional" || endpoint.auth === "bearer";
  const hasNoWhere = isList(endpoint) && !("where" in shapeOf(endpoint.query));
  const takesNothing = endpoint.body?.safeParse(undefined).success ?? true;

  return async function serve(incoming: Incoming): Promise<Outgoing> {
    const { request, requestId, clientAddress } = incoming;
    if (!endpoint.takesAny && !endpoint.fileType) requireJsonAccepted(request.headers.get("accept"));
    const acting = await identify(incoming);
    const caller = acting?.caller;
    if (caller) incoming.caller = caller;
    // Before anything else is checked: what is wrong with a request that is refused anyway is of no use.
    if (caller && endpoint.method !== "GET" && !isForViewers) requireDesigner({ caller });
    requirePlainQuery(request.url);
    if (hasNoWhere && "where" in incoming.query) throw withoutWhere(endpoint);
    const list = `${caller?.organizationId} ${incoming.path}`;
    const isRead = endpoint.method !== "GET" && !endpoint.takesFiles && !endpoint.takesAny;
    // Without a user there is no key: formulas send one with every POST, and providers their own with webhooks.
    const idempotencyKey = caller ? idempotencyKeyOf(request) : undefined;
    const text = isRead ? await readBody(request, endpoint.bodyLimit) : "";
    const input: Input = {
      params: readsParams ? found(endpoint, incoming.params) : {},
      query: readsQuery ? valid(endpoint.query, incoming.query, "query") : {},
      headers: readsHeaders.length ? valid(endpoint.headers, readHeaders(request, readsHeaders), "headers") : {},
      body: readJson(text),
      text,
      page: endpoint.paged ? paging.read(list, incoming.query) : { size: 1, after: undefined },
      idempotencyKey,
      clientAddress,
      request,
    };
    const ctx = { ...world, requestId, caller: undefined, ...acting, clientAddress } as Parameters<
      typeof endpoint.handle
    >[0];
    if (idempotencyKey === undefined) return respond();
    let first: Outgoing | undefined;
    const content = contentOf(incoming, { text, headers: input.headers as Record<string, unknown> });
    const body = endpoint.takesFiles ? receivedBody(request) : undefined;
    const kept = await runIdempotent(ctx as unknown as Context, { key: idempotencyKey, content, body }, async () => {
      first = await respond();
      return { status: first.status, response: first.stream ? null : first.text };
    });
    const headers: Outgoing["headers"] = { "idempotent-replayed": "true" };
    if (endpoint.fileType !== undefined) headers["content-type"] = `${endpoint.fileType}; charset=utf-8`;
    return first ?? { status: kept.status, text: kept.response ?? "", headers };

    async function respond(): Promise<Outgoing> {
      const reply = await endpoint.handle(ctx, input);
      if (endpoint.paged) {
        const page = reply as Page<unknown>;
        return { status: endpoint.status, text: write(endpoint, page.items), headers: paging.headers(list, page) };
      }
      if (reply instanceof FileResponse) {
        const cancel = () => void reply.bytes.return(undefined);
        const stream = streamReply(Object.assign(reply.bytes, { cancel }));
        const headers = { ...reply.headers, "x-content-type-options": "nosniff" };
        return { status: reply.status ?? endpoint.status, text: "", headers, stream };
      }
      if (!(reply instanceof CustomResponse))
        return { status: endpoint.status, text: write(endpoint, reply), headers: {} };
      const { status = endpoint.status, body, headers } = reply;
      // A page for people is sent as it is.
      const isText = typeof body === "string" && headers["content-type"]?.startsWith("text/");
      return { status, text: isText ? body : write(endpoint, body), headers };
    }
  };

  /**
   * The content of a request with a key: besides path, query and body also the element instance of the token, and the
   * headers of the contract, except for how to respond.
   */
  function contentOf(
    { path, query, caller }: Incoming,
    { text, headers: { prefer: _, ...headers } }: { text: string; headers: Record<string, unknown> },
  ): string {
    const instance = endpoint.auth === "element" ? caller?.elementInstanceId : undefined;
    const more = JSON.stringify({ instance, ...headers });
    return `${more === "{}" ? "" : `${more}\n`}${path}\n${JSON.stringify(query)}\n${text}`;
  }

  async function identify({ request, clientAddress }: Incoming): Promise<Acting | undefined> {
    const { auth } = endpoint;
    const authorization = request.headers.get("authorization");
    if (auth === "none" || (auth === "optional" && authorization === null)) return undefined;
    const [kind, use] = [auth === "optional" ? "platform" : auth, purposeOf(endpoint)] as const;
    return authenticate({ auth: kind, header: authorization, address: clientAddress, use });
  }

  /** Empty and `null` bodies count as bodies without fields if the contract expects some. */
  function readJson(text: string): unknown {
    if (!endpoint.body) return undefined;
    const value = text.trim() === "" ? undefined : parseJson(text, endpoint);
    return valid(endpoint.body, takesNothing ? value : (value ?? {}));
  }
}

const isList = ({ method, paged, reply }: AnyContract) => method === "GET" && (paged || reply instanceof z.ZodArray);

const shapeOf = (schema: z.ZodType): object => (schema instanceof z.ZodObject ? schema.shape : {});

/** A list that ignored `where` would return what its caller did not mean. */
function withoutWhere({ query }: AnyContract): Failure {
  const names = Object.keys(shapeOf(query));
  const others = names.length > 0 ? `Its parameters are ${names.join(", ")}.` : "Send the request without it.";
  return new Failure("badRequest", `where: this list cannot be filtered by conditions. ${others}`);
}

const hasFields = (schema: AnyContract["params"]): schema is AnyContract["params"] & { shape: object } =>
  !("shape" in schema) || Object.keys(schema.shape as object).length > 0;

function valid(schema: NonNullable<AnyContract["body"]>, value: unknown, whole?: string): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error, whole);
}

/** An id that is not a valid number is treated as one that does not exist. */
function found({ params, path }: AnyContract, values: Record<string, string>): unknown {
  const odd = Object.keys(values).find((name) => hasAnyControls(values[name] ?? ""));
  if (odd) throw new Failure("notFound", `${odd}: an id must not contain control characters.`);
  const parsed = params.safeParse(values);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? path);
  throw new Failure(
    "notFound",
    `${name}: nothing exists with the id ${JSON.stringify(values[name]?.slice(0, 100) ?? "")}.`,
  );
}

function readHeaders(request: Request, names: string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, request.headers.get(name) ?? undefined]));
}

/** The response contains only fields of the contract: private columns cannot leak. */
function write({ reply, method, path }: AnyContract, body: unknown): string {
  const parsed = reply.safeParse(body);
  if (!parsed.success) throw new Error(`The reply of ${method} ${path} breaks its contract: ${parsed.error.message}`);
  return JSON.stringify(parsed.data) ?? "{}";
}
