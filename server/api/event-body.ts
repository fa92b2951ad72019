import { Failure } from "#server/errors.ts";
import type { EventRequest } from "#server/event/event-hook.ts";
import { isJson, readBytes } from "./body.ts";
import { parseJson } from "./json.ts";

/** The maximum size of a webhook. */
const MOST_BYTES = 8 * 2 ** 20;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** A name that occurs several times is a list. */
type Values = Record<string, string | string[]>;

export type WebhookText = { method: string; headers: Record<string, string>; query: Values; text: string };

/**
 * A webhook as it was received, with its content: the value of JSON, the fields of a form, or the query if there is no
 * body. Text with the content type of JSON is parsed.
 * Refuses: what `readWebhookText` refuses, a body that does not match its content type (badRequest), other types
 * (unsupportedMediaType).
 */
export async function readEventCall(request: Request, path: string): Promise<EventRequest> {
  const call = await readWebhookText(request);
  return { ...call, path, payload: payloadOf(call, call.headers["content-type"] ?? "application/json") };
}

/**
 * A webhook as it was received, of any content type. Cookies are dropped: providers send none, and a person who follows
 * a link to this address sends their Workbench session, which no author of an element may see.
 * Refuses: more than 8 MB (tooLarge), a body that takes over 30 s (requestTimeout), a body that is not UTF-8
 * (badRequest), compressed bodies (unsupportedMediaType).
 */
export async function readWebhookText(request: Request): Promise<WebhookText> {
  const { cookie: _, ...headers } = Object.fromEntries(request.headers);
  return {
    method: request.method,
    headers,
    query: valuesOf(new URL(request.url).searchParams),
    text: request.method === "GET" ? "" : await readText(request),
  };
}

type Given = { method: string; headers: Record<string, string>; query: Values; body?: unknown };

/**
 * Converts a webhook that an author wrote or captured, as if it had been received: text with a content type is parsed
 * by it. Refuses what `readEventCall` refuses of that text.
 */
export function eventCallOf({ method, headers: given, query, body }: Given): Omit<EventRequest, "path"> {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const call = { method, headers, query, text: typeof body === "string" ? body : (JSON.stringify(body) ?? "") };
  const type = headers["content-type"];
  if (typeof body === "string" && type !== undefined) return { ...call, payload: payloadOf(call, type) };
  return { ...call, payload: body ?? query };
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, MOST_BYTES);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", "The body is not UTF-8 text.", { cause });
  }
}

function payloadOf({ text, query }: Pick<WebhookText, "text" | "query">, type: string): unknown {
  if (text.trim() === "") return query;
  if (isJson(type)) return parseJson(text, { anyText: true });
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return valuesOf(new URLSearchParams(text));
  if (/^text\/plain\b/i.test(type) && /^\s*[[{]/.test(text)) return parseJson(text, { anyText: true });
  throw new Failure(
    "unsupportedMediaType",
    "Send events as application/json, application/x-www-form-urlencoded or in the query.",
  );
}

function valuesOf(params: URLSearchParams): Values {
  const values: Values = {};
  for (const name of new Set(params.keys())) {
    const [first = "", ...others] = params.getAll(name);
    if (name !== "__proto__") values[name] = others.length === 0 ? first : [first, ...others];
  }
  return values;
}
