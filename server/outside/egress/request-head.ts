import { Failure } from "#server/errors.ts";

const METHOD = /^[A-Z]{3,20}$/;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** The method as it is sent. Throws a Failure `badRequest` for one that cannot be. */
export function asMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHOD.test(method) && method !== "CONNECT" && method !== "TRACE") return method;
  throw new Failure("badRequest", `method: ${JSON.stringify(text.slice(0, 30))} cannot be sent.`);
}

/** Whether a method changes nothing, so that a failed call leaves no doubt and may be made again. */
export const isSafe = (method: string): boolean => SAFE.has(method);

/** Names that describe the connection or the message's length, not the request: they are ours to write. */
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
 * The headers as they leave: the caller's without those that are ours to write (E09), then `defaults` where the caller
 * set none. Throws a Failure `badRequest` that names a header which cannot be sent.
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
