import { Failure } from "#server/errors.ts";

const METHOD = /^[A-Z]{3,20}$/;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The method as it is sent. Throws a Failure `badRequest` for an invalid one. */
export function asMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHOD.test(method) && method !== "CONNECT" && method !== "TRACE") return method;
  throw new Failure("badRequest", `method: ${JSON.stringify(text.slice(0, 30))} cannot be sent.`);
}

/** Whether a method changes nothing, so that a failed request can be retried. */
export const isSafe = (method: string): boolean => SAFE.has(method);

/** Headers that describe the connection or the message's length, not the request: callers cannot set them. */
const OURS = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "upgrade",
  "http2-settings",
  "expect",
  "forwarded",
]);
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The headers to send: the caller's without reserved ones (E09), then `defaults` that the caller did not set. Throws a
 * Failure `badRequest` that names an invalid header.
 */
export function requestHeaders(
  given: Record<string, string>,
  defaults: Record<string, string>,
): Record<string, string> {
  const leaving: Record<string, string> = {};
  const names = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (value === undefined || value === null || OURS.has(lower) || lower.startsWith("proxy-")) continue;
    const text = String(value);
    if (!NAME.test(name))
      throw new Failure("badRequest", `headers: ${JSON.stringify(name.slice(0, 100))} is not a header name.`);
    if (!VALUE.test(text)) {
      throw new Failure(
        "badRequest",
        `headers: invalid header ${name}: its value contains a line break or a character that cannot be sent.`,
      );
    }
    names.add(lower);
    leaving[name] = text;
  }
  for (const [name, value] of Object.entries(defaults)) if (!names.has(name)) leaving[name] = value;
  return leaving;
}
