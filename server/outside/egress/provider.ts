import type { Agent } from "undici";
import { type ElementPorts, isMultipart, type ProviderRequest, type ProviderResponse } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { parseExactJson } from "#server/exact-json.ts";
import { asOutcomeUnknown, isBroken } from "./failures.ts";
import type { Guard } from "./guard.ts";
import { DEFAULTS } from "./http.ts";
import { abandonForm, encodeForm } from "./multipart-form.ts";
import { abandon, createOutflow, tooMuch } from "./outflow.ts";
import { isJson, readBody } from "./reply-body.ts";
import { asMethod, isSafe, requestHeaders } from "./request-head.ts";
import { type Call, collect, type Head, open } from "./send.ts";
import { unpacked } from "./unpack.ts";

type Options = {
  agent: Agent;
  guard: Guard;
  totalMs: number;
  replyBytes: number;
  /** The limit for an error response; the rest is not read. */
  errorBytes: number;
  /** The limit for a streamed body, in either direction. */
  streamBytes: number;
  streamMs: number;
};

/**
 * The `send` port of elements (server/element/ports.ts). Redirects are not followed. A request with a safe method is
 * retried once if its connection broke, unless its body is a stream. Integers beyond 2^53 in JSON become texts.
 * A response below 400 is returned as a `stream` unless it is JSON or text; so is an attachment, and text that
 * announces more than is read into memory. Errors are always read. A stream ends with the `signal` of its request.
 * Failures: `badRequest` for a request that is not permitted or invalid, `tooLarge` for a stream that is; `timedOut`
 * and `badGateway` for one without a readable response, where `isOutcomeUnknown` says whether a retry is safe. A
 * Failure of the source of a streamed body is rethrown. In any case the source is read to its end or cancelled.
 */
export function createProvider({ agent, guard, streamMs, ...limits }: Options): ElementPorts["send"] {
  const { totalMs, replyBytes, errorBytes, streamBytes } = limits;

  return async function provider(request, { origins, signal, asStream = false }) {
    const outcome = { sent: false, sourceFailed: () => false };
    try {
      return await exchange(request, { origins, signal, asStream }, outcome);
    } catch (error) {
      abandonBody(request.body);
      const isUnknown = outcome.sent && !isSafe(request.method.toUpperCase()) && !outcome.sourceFailed();
      throw isUnknown && error instanceof Failure ? asOutcomeUnknown(error) : error;
    }
  };

  async function exchange(
    request: ProviderRequest,
    { origins, signal, asStream }: { origins: readonly string[]; signal: AbortSignal; asStream: boolean },
    outcome: { sent: boolean; sourceFailed: () => boolean },
  ): Promise<ProviderResponse> {
    const { url, at } = guard.target(request.url);
    if (!origins.includes(url.origin)) {
      throw new Failure("badRequest", `url: ${at} is not among the addresses this instance may call.`);
    }
    const method = asMethod(request.method);
    const { headers, body } = leaving(request, streamBytes, asStream ? AS_IT_IS : DEFAULTS);
    const outflow = typeof body === "object" ? body : undefined;
    if (outflow) outcome.sourceFailed = outflow.hasFailed;
    const path = url.pathname + url.search;
    const call: Call = { origin: url.origin, path, method, headers, body: body ?? null };
    const flight = Object.assign(outcome, { at, signal, totalMs, uploadMs: streamMs });

    const attempt = async (): Promise<ProviderResponse> => {
      const isPassedOn = (head: Head) => isFile(head, asStream);
      const allow = (head: Head) => allowed(head, isPassedOn(head));
      const { stream, ...head } = await open(agent, call, flight, allow);
      if (isPassedOn(head)) return unpacked({ ...head, stream }, { at, limit: streamBytes });
      const isError = head.code >= 400;
      const bytes = await collect(stream, isError ? errorBytes : undefined);
      const json = { isBroken: false };
      const parse = (text: string): unknown => {
        json.isBroken = true;
        const value = parseExactJson(text);
        json.isBroken = false;
        return value;
      };
      const reading = readBody({ ...head, bytes, limit: isError ? errorBytes : replyBytes, at, parse });
      // The status counts, even if the body of the error cannot be read.
      const value = await (isError ? reading.catch(() => undefined) : reading);
      if (value === "" || value === undefined) return head;
      return { ...head, body: value, ...(json.isBroken && json) };
    };
    return attempt().catch((error) => {
      if (!outflow && isSafe(method) && isBroken(error)) return attempt();
      throw error;
    });
  }

  function allowed(head: Head, isPassedOn: boolean) {
    if (isPassedOn) return { bytes: streamBytes, totalMs: streamMs };
    return { bytes: head.code >= 400 ? Number.POSITIVE_INFINITY : replyBytes, totalMs };
  }

  function isFile({ code, headers }: Head, asStream: boolean): boolean {
    const length = headers["content-length"];
    if (code >= 400 || code === 204 || code === 205 || code === 304 || length === "0") return false;
    if (asStream) return true;
    if (/^\s*attachment\b/i.test(headers["content-disposition"] ?? "")) return true;
    const type = headers["content-type"] ?? "";
    return !isJson(type) && (!TEXT.test(type) || Number(length) > replyBytes);
  }
}

/** Forwarded bytes must not be compressed, since the recipient may not support it. */
const AS_IT_IS = { ...DEFAULTS, "accept-encoding": "identity" };

const TEXT = /^\s*(?:text\/|[^;]*[/+]xml\s*(?:;|$)|application\/(?:x-www-form-urlencoded|javascript)\s*(?:;|$))/i;

/** The headers and the body to send. */
function leaving({ headers, body }: ProviderRequest, streamBytes: number, defaults: Record<string, string>) {
  if (body === undefined || typeof body === "string") return { headers: requestHeaders(headers, defaults), body };
  const { bytes, length, contentType } = isMultipart(body)
    ? encodeForm(body)
    : { bytes: body, length: announced(headers), contentType: undefined };
  if (length !== undefined && length > streamBytes) throw tooMuch(streamBytes);
  const given = Object.entries(headers).filter(([name]) => !contentType || name.toLowerCase() !== "content-type");
  return {
    headers: {
      ...requestHeaders(Object.fromEntries(given), defaults),
      ...(contentType && { "content-type": contentType }),
      ...(length !== undefined && { "content-length": String(length) }),
    },
    body: createOutflow(bytes, streamBytes, length),
  };
}

/** The length that a caller announces for a stream. */
function announced(headers: Record<string, string>): number | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === "content-length" && /^\d{1,15}$/.test(value)) return Number(value);
  }
  return undefined;
}

function abandonBody(body: ProviderRequest["body"]): void {
  if (body === undefined || typeof body === "string") return;
  if (isMultipart(body)) abandonForm(body);
  else abandon(body);
}
