import { callFormulaResource } from "#server/services/formula-resource/call-formula-resource.ts";
import type { OtherPaths } from "./app.ts";
import { parseJson } from "./json.ts";
import { idempotencyKeyOf } from "./request-checks.ts";
import { respondOnce } from "./respond-once.ts";

/** Requests to `{METHOD} {uri}` of a formula. A POST with an Idempotency-Key runs it once. */
export const handleFormulaResource: OtherPaths = async (ctx, call) => {
  const { path, text, request } = call;
  const key = idempotencyKeyOf(request);
  if (key === undefined) return runFormula(ctx, call);
  const { search } = new URL(request.url);
  const [type, instance] = ["content-type", "elements-formula-instance-id"].map((name) => request.headers.get(name));
  const content = JSON.stringify([instance, path, search, type, text]);
  return respondOnce(ctx, { key, content }, () => runFormula(ctx, call));
};

/** Text results are sent as text, everything else as JSON. */
const runFormula: OtherPaths = async (ctx, { method, path, text, request }) => {
  const response = await callFormulaResource(ctx, {
    method,
    uri: path,
    query: readQuery(request.url),
    body: readBody(text, request.headers.get("content-type")),
    headers: Object.fromEntries(request.headers),
  });
  if (!response) return undefined;
  const isText = typeof response.body === "string";
  const headers: Record<string, string> = isText ? { "content-type": "text/plain; charset=utf-8" } : {};
  return {
    status: response.statusCode,
    text: isText ? String(response.body) : JSON.stringify(response.body),
    headers,
  };
};

/** A parameter that occurs several times, or whose name ends in `[]`, is a list; an empty one counts as missing. */
function readQuery(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name).filter((value) => value !== "");
    const [first, ...others] = values;
    if (first === undefined || name === "__proto__") continue;
    query[name] = others.length > 0 || name.endsWith("[]") ? values : first;
  }
  return query;
}

/** JSON by default, parsed as strictly as everywhere; a formula receives other content types as text. */
function readBody(text: string, contentType: string | null): unknown {
  if (text.trim() === "") return undefined;
  return contentType === null || /[/+]json\b/i.test(contentType) ? parseJson(text, { anyText: true }) : text;
}
