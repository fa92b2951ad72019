/** What of a provider's reply tells our caller something, and can neither act in a browser nor describe the connection. */
const PASSING = new Set([
  "content-disposition",
  "content-language",
  "content-range",
  "content-type",
  "accept-ranges",
  "age",
  "cache-control",
  "deprecation",
  "etag",
  "expires",
  "last-modified",
  "retry-after",
  "sunset",
  "vary",
]);

/** Families of them, of which providers spell many. */
const PASSING_FAMILIES =
  /^(?:x-)?rate-?limit(?:-[\w-]+)?$|^x-(?:total|page|per-page|next-page|prev-page|total-pages|total-count|request-id|correlation-id)$/;

/** What describes bytes that are passed on as they came. */
const OF_STREAMS = new Set(["content-encoding", "content-length"]);

const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The headers of a provider's reply that may go on to our caller (reliability.md E13). Everything else stays here:
 * cookies, locations, security and server headers, and values that hold a line break, which only a hook can make.
 * `isStream` says that the body is passed on as it came.
 */
export function passingHeaders(headers: Readonly<Record<string, string>>, isStream: boolean): Record<string, string> {
  const passing: Record<string, string> = {};
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    const passes = PASSING.has(name) || PASSING_FAMILIES.test(name) || (isStream && OF_STREAMS.has(name));
    if (passes && VALUE.test(value)) passing[name] = value;
  }
  return passing;
}
