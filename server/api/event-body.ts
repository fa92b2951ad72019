import { Failure } from "#server/errors.ts";
import type { EventRequest } from "#server/event/event-hook.ts";
import { isJson, readBytes } from "./body.ts";
import { parseJson } from "./json.ts";

/** The largest webhook. */
const MOST_BYTES = 8 * 2 ** 20;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * A webhook as it was received, with its content: the value of JSON, the fields of a form, or the query if there is no
 * body. Text with the content type of JSON is parsed.
 *
 * Refuses: more than 8 MB (tooLarge), a body that takes over 30 s (requestTimeout), a body that does not match its
 * content type (badRequest), other types and compressed bodies (unsupportedMediaType).
 */
export async function readEventCall(request: Request, path: string): Promise<EventRequest> {
  const { searchParams } = new URL(request.url);
  const query = valuesOf(searchParams);
  const text = request.method === "GET" ? "" : await readText(request);
  return {
    method: request.method,
    path,
    headers: Object.fromEntries(request.headers),
    query,
    text,
    payload: text.trim() === "" ? query : payloadOf(text, request.headers.get("content-type") ?? "application/json"),
  };
}

async function readText(request: Request): Promise<string> {
  const encoding = request.headers.get("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    throw new Failure(
      "unsupportedMediaType",
      "The body is compressed. Send it uncompressed, without Content-Encoding.",
    );
  }
  const bytes = await readBytes(request, MOST_BYTES);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", "The body is not UTF-8 text.", { cause });
  }
}

function payloadOf(text: string, type: string): unknown {
  if (isJson(type)) return parseJson(text, { anyText: true });
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return valuesOf(new URLSearchParams(text));
  if (/^text\/plain\b/i.test(type) && /^\s*[[{]/.test(text)) return parseJson(text, { anyText: true });
  throw new Failure(
    "unsupportedMediaType",
    "Send events as application/json, application/x-www-form-urlencoded or in the query.",
  );
}

/** A name that occurs several times is a list. */
function valuesOf(params: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    if (name !== "__proto__") values[name] = all.length === 1 ? all[0] : all;
  }
  return values;
}
