import { Failure } from "#server/errors.ts";
import { requireKey } from "#server/services/idempotency/idempotency.ts";

/** Whether a text contains a control character that is neither a tab nor a line break. */
export const hasControls = (text: string): boolean => /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text);

/** Whether a text contains any control character, as no address does. */
export const hasAnyControls = (text: string): boolean => /[\0-\x1f\x7f]/.test(text);

/** Refuses (badRequest) encoded control characters in the query of an address; tabs and line breaks are allowed. */
export function requirePlainQuery(url: string): void {
  const mark = url.indexOf("?");
  if (mark < 0 || !ENCODED_CONTROL.test(url.slice(mark))) return;
  throw new Failure(
    "badRequest",
    "The query contains a control character. Remove it; only tabs and line breaks are allowed.",
  );
}

const ENCODED_CONTROL = /%(?:0[0-8bcef]|1[0-9a-f]|7f)/i;

/** Refuses (badRequest) control characters in a path that is decoded already. */
export function requirePlainPath(path: string): void {
  if (hasAnyControls(path)) throw new Failure("badRequest", "The path contains a control character. Remove it.");
}

/** The Idempotency-Key of a POST. Refuses (badRequest) what is none. */
export function idempotencyKeyOf({ method, headers }: Request): string | undefined {
  const key = method === "POST" ? headers.get("idempotency-key") : null;
  return key === null ? undefined : requireKey(key);
}

const USUAL = new Set(["*/*", "application/json", "application/json, text/plain, */*", "application/json, */*"]);

/** Refuses (notAcceptable) an `Accept` header that excludes JSON (spec §7). */
export function requireJsonAccepted(accept: string | null | undefined): void {
  if (!accept || USUAL.has(accept)) return;
  const isWelcome = accept.split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !isRefused && ["*/*", "application/*", "application/json"].includes(type);
  });
  if (!isWelcome)
    throw new Failure("notAcceptable", "Responses are JSON. Allow application/json in the Accept header.");
}
