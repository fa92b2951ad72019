import { Failure } from "#server/errors.ts";

const NAME = /^[!#$%&'*+.^_`|~\w-]{1,200}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,4000}$/;
/** A comma before another `name: value`. */
const SEPARATOR = /[\r\n]+|,\s*(?=[!#$%&'*+.^_`|~\w-]+\s*:)/;

/**
 * Parses headers to be sent with every event: a JSON object, or `name: value` on separate lines or separated by commas.
 * Names become lower case. Refuses (badRequest), naming the `field`, headers that cannot be sent.
 */
export function parseCallbackHeaders(
  text: string,
  field = "event.notification.callback.headers",
): Record<string, string> {
  const refused = (reason: string) =>
    new Failure("badRequest", `${field}: ${reason}; write it {"name":"value"} or name: value.`);
  const headers: Record<string, string> = {};
  const entries = text.trim().startsWith("{") ? fromJson(text) : fromLines(text);
  if (!entries) throw refused("this is not a JSON object");
  for (const [name, value] of entries) {
    if (!NAME.test(name) || !VALUE.test(value))
      throw refused(`${JSON.stringify(name.slice(0, 100))} is not a header that can be sent`);
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function fromJson(text: string): [string, string][] | null {
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]) => [name.trim(), String(value ?? "").trim()]);
  } catch {
    return null;
  }
}

const fromLines = (text: string): [string, string][] =>
  text
    .split(SEPARATOR)
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return colon < 0 ? [line.trim(), ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
