import type { requestOf } from "../operation-forms/request.ts";
import { withQuery } from "../ui/with-query.ts";
import type { SnippetRequest } from "./snippets.ts";

type Request = ReturnType<typeof requestOf>;

/** A filled form as the request of a program. A form without a file is a body of its own type. */
export function snippetRequest(
  { method, path, query, headers, body, form }: Request,
  { base, credentials }: { base: string; credentials: SnippetRequest["credentials"] },
): SnippetRequest {
  const request = { method, url: withQuery(`${base}${path}`, query), credentials };
  const isPlain = form !== undefined && Object.values(form).every((value) => typeof value === "string");
  if (isPlain) {
    const text = new URLSearchParams(form as Record<string, string>).toString();
    return { ...request, headers: typed(headers, "application/x-www-form-urlencoded"), body: text };
  }
  if (form) return { ...request, headers, parts: form };
  if (body === undefined || method === "GET") return { ...request, headers };
  return { ...request, headers: typed(headers, "application/json"), body: JSON.stringify(body, null, 2) };
}

const typed = (headers: Record<string, string>, type: string): Record<string, string> =>
  Object.keys(headers).some((name) => name.toLowerCase() === "content-type")
    ? headers
    : { "Content-Type": type, ...headers };
