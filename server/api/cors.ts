/** The response headers that a page of another origin may read, with the exact names that clients expect. */
const EXPOSED =
  "Elements-Returned-Count, Elements-Total-Count, Elements-Request-Id, Elements-Next-Page-Token, Elements-Trace-Id, Elements-Error, Content-Disposition";

/** Any page may send requests: they need secrets, and cookies are ignored here. */
const ANYONE = { "access-control-allow-origin": "*" };
const READABLE = { ...ANYONE, "access-control-expose-headers": EXPOSED };
const NONE: Readonly<Record<string, string>> = {};

/** The additional headers of a response to a page of another origin. */
export const corsHeaders = (request: Request): Record<string, string> =>
  request.headers.has("origin") ? READABLE : NONE;

/** The response to a CORS preflight request; undefined for other requests. */
export function preflight({ method, headers }: Request): Response | undefined {
  if (method !== "OPTIONS" || !headers.has("origin") || !headers.has("access-control-request-method")) return undefined;
  const requestedHeaders = headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
    status: 204,
    headers: {
      ...ANYONE,
      "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
      ...(/^[\w-]+(?: ?, ?[\w-]+)*$/.test(requestedHeaders) && { "access-control-allow-headers": requestedHeaders }),
      "access-control-max-age": "86400",
    },
  });
}
