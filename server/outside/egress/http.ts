import type { Agent } from "undici";
import { isRecord } from "#server/element/bare-record.ts";
import { FORM, headerOf } from "#server/element/provider/provider-request-draft.ts";
import { filePartOf } from "#server/element/sent-file.ts";
import { Failure } from "#server/errors.ts";
import { parseExactJson } from "#server/exact-json.ts";
import { asText } from "#server/formula/place.ts";
import type { HttpRequest, HttpResponse, SentContent } from "#server/formula/ports.ts";
import { asOutcomeUnknown, isBroken } from "./failures.ts";
import type { Guard } from "./guard.ts";
import { encodeForm } from "./multipart-form.ts";
import { ENCODINGS, readBody } from "./reply-body.ts";
import { asMethod, isSafe, requestHeaders } from "./request-head.ts";
import { send } from "./send.ts";

type Options = { agent: Agent; guard: Guard; totalMs: number; replyBytes: number };

export const DEFAULTS = { "user-agent": "Formulary/0.1", accept: "*/*", "accept-encoding": ENCODINGS };
const JSON_DEFAULTS = { ...DEFAULTS, "content-type": "application/json" };

/**
 * The `http` port (server/formula/ports.ts). Bytes are sent unchanged, like text. Redirects are not followed. A request
 * with a safe method is retried once if its connection broke. Integers beyond 2^53 in JSON become texts.
 * Failures: `badRequest` for a request that is not permitted or invalid; `timedOut` and `badGateway` for one without a
 * readable response, where `isOutcomeUnknown` says whether a retry is safe. An aborted `signal` rejects with its
 * reason.
 */
export function createHttp({ agent, guard, totalMs, replyBytes }: Options) {
  return async function http({
    method,
    url: text,
    headers,
    body,
    content,
    signal,
  }: HttpRequest): Promise<HttpResponse> {
    const { url, at } = guard.target(text);
    const verb = asMethod(method);
    const encoded = content && (await encodeContent(content));
    const payload = encoded ? encoded.bytes : asPayload(body, headers);
    const usual = payload === body || payload === null ? DEFAULTS : JSON_DEFAULTS;
    const leaving = encoded
      ? requestHeaders(encoded.isForm ? withoutContentType(headers) : headers, {
          ...DEFAULTS,
          "content-type": encoded.contentType,
        })
      : requestHeaders(headers, usual);
    const call = { origin: url.origin, path: url.pathname + url.search, method: verb, headers: leaving, body: payload };
    const flight = { sent: false, at, signal, totalMs };
    try {
      const reply = await send(agent, call, flight, replyBytes).catch((error) => {
        if (isSafe(verb) && isBroken(error)) return send(agent, call, flight, replyBytes);
        throw error;
      });
      url.hash = "";
      return {
        code: reply.code,
        headers: reply.headers,
        body: await readBody({ ...reply, limit: replyBytes, at, parse: parseExactJson }),
        sent: { url: url.href, headers: leaving, ...(body !== undefined && { body }) },
      };
    } catch (error) {
      throw flight.sent && !isSafe(verb) && error instanceof Failure ? asOutcomeUnknown(error) : error;
    }
  };
}

/** The encoder of the form chooses the boundary, so an author's content type is ignored. */
async function encodeContent(content: SentContent) {
  if ("file" in content) return { ...content.file, isForm: false };
  const parts = content.parts.map(
    ([name, value]) => [name, typeof value === "string" ? value : filePartOf(value)] as const,
  );
  const { contentType, bytes } = encodeForm({ parts });
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return { contentType, bytes: Buffer.concat(chunks), isForm: true };
}

const withoutContentType = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type"));

/** An object is JSON, or a form if the author's content type says so: a list repeats its field, an object in it is JSON. */
function asPayload(body: unknown, headers: Record<string, string>): string | Uint8Array | null {
  if (body === undefined) return null;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (isRecord(body) && headerOf(headers, "content-type")?.toLowerCase().startsWith(FORM)) return asForm(body);
  try {
    return JSON.stringify(body) ?? null;
  } catch (cause) {
    throw new Failure("badRequest", "body: it cannot be written as JSON.", { cause });
  }
}

function asForm(fields: Record<string, unknown>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) form.append(name, asText(one));
  return form.toString();
}
