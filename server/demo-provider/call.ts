import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** One request to a provider. `path` is without the provider's prefix. */
export type Call = {
  method: string;
  url: URL;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The values of the `{names}` in the route's path. */
  variables: Record<string, string>;
  /**
   * The parsed body: JSON and form fields as values, other text as text, null if empty or if the route reads `request`.
   */
  body: unknown;
  /** The raw body, for signatures over it. */
  text: string;
  request: IncomingMessage;
};

/** `body` is sent as JSON; `raw` is sent unchanged, under the content type in `headers`. */
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  raw?: string | AsyncIterable<Uint8Array>;
};

export type RouteHandler = (call: Call) => Reply | Promise<Reply>;

/** `"streams"`: the handler reads the request itself, so that a large body is never held in memory. */
export type Route = readonly [method: string, path: string, respond: RouteHandler, how?: "streams"];

/** A refused request. Each provider formats it in its own way. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Returns, or throws a Refusal with status 401. */
export type Guard = (call: Call) => void;

export const ok = (body: unknown, headers: Record<string, string> = {}): Reply => ({ status: 200, body, headers });
export const created = (body: unknown): Reply => ({ status: 201, body });
/** The response to a deletion. */
export const gone = (_deleted: unknown): Reply => ({ status: 204 });

export const found = <Value>(value: Value | undefined, what = "record"): Value => {
  if (value === undefined) throw new Refusal(404, "not_found", `There is no such ${what}.`);
  return value;
};

/** The body, if it is a JSON object or a form. */
export function fieldsOf({ body }: Pick<Call, "body">): Record<string, unknown> {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new Refusal(400, "bad_request", "The body must be an object.");
}
