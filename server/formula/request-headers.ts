import { asText } from "./place.ts";

/**
 * The headers of a request step: the author's, the name of the step, an `Idempotency-Key` on requests that change
 * something (the same for every retry), and the content type of JSON text. The author's headers take precedence, except
 * over the step name. A name or value that is invalid in HTTP, such as one with a line break, is refused (C08).
 */
export function requestHeaders(
  {
    method,
    headers: written = {},
    body,
  }: { method: string; headers?: Readonly<Record<string, unknown>> | undefined; body?: unknown },
  { stepName, idempotencyKey }: { stepName: string; idempotencyKey: string },
): { ok: true; headers: Record<string, string> } | { ok: false; error: string } {
  const headers: Record<string, string> = Object.create(null);
  const taken = new Set<string>([STEP_HEADER.toLowerCase()]);
  for (const [name, value] of Object.entries(written)) {
    if (value === undefined || value === null || name.toLowerCase() === STEP_HEADER.toLowerCase()) continue;
    const text = asText(value).trim();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      return { ok: false, error: `headers: "${name}" is an invalid header name.` };
    if (!CARRIED.test(text)) return { ok: false, error: `headers: the value of ${name} is an invalid header value.` };
    headers[name] = text;
    taken.add(name.toLowerCase());
  }
  headers[STEP_HEADER] = CARRIED.test(stepName) ? stepName : encodeURIComponent(stepName.toWellFormed());
  if (method !== "GET" && !taken.has("idempotency-key")) headers["Idempotency-Key"] = idempotencyKey;
  if (isJsonText(body) && !taken.has("content-type")) headers["Content-Type"] = "application/json";
  return { ok: true, headers };
}

const STEP_HEADER = "Elements-Formula-Step";

/** The valid characters of a header value: visible Latin-1, spaces and tabs. */
const CARRIED = /^[\t\x20-\x7e\xa0-\xff]*$/;

function isJsonText(body: unknown): boolean {
  if (typeof body !== "string" || !/^\s*[[{]/.test(body)) return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
