import type { HubRequest } from "#server/element/hub-request.ts";
import { Failure } from "#server/errors.ts";
import { parseExactJson } from "#server/exact-json.ts";
import type { HttpRequest } from "#server/formula/ports.ts";

/** Converts `/hubs/crm/contacts?page=2` to a hub request. JSON text is parsed. */
export function asHubRequest({ method, url, headers, body: written, content, signal }: HttpRequest): HubRequest {
  const body = content ? undefined : written;
  const { pathname, searchParams } = new URL(url, "http://hub");
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const query: HubRequest["query"] = {};
  for (const name of new Set(searchParams.keys())) {
    const [first = "", ...others] = searchParams.getAll(name);
    query[name] = others.length > 0 ? [first, ...others] : first;
  }
  const path = pathname.replace(/^\/hubs\/[^/]+(?=\/)/, "");
  const isJson = typeof body === "string" && /\bjson\b/i.test(named["content-type"] ?? "");
  const value = isJson ? jsonOf(body) : body;
  return { method, path, query, headers: named, signal, ...(value !== undefined && { body: value }) };
}

/** As for REST callers of the hub: integers beyond 2^53 become texts, and keep their digits. */
function jsonOf(body: string): unknown {
  try {
    return parseExactJson(body);
  } catch (cause) {
    throw new Failure("badRequest", "body: is not valid JSON, although its Content-Type is JSON.", { cause });
  }
}
