import { Failure } from "#server/errors.ts";

const MAX_TOKEN = 16_384;
const TEN_YEARS_S = 10 * 365 * 86_400;

/**
 * The fields of a token endpoint's response: JSON, or the form encoding that some providers use regardless of `Accept`.
 * Refuses (badGateway) anything else, such as a page (F04).
 */
export function tokenFields(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  if (typeof body === "string" && /^[\w.%-]+=[^\s<>]*$/.test(body.trim())) {
    return Object.fromEntries(new URLSearchParams(body.trim()));
  }
  throw new Failure("badGateway", "The provider's token endpoint returned a reply without a token.");
}

/** A token of the response; refuses (badGateway) a missing or invalid one. */
export function tokenOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  if (typeof value === "string" && value !== "" && value.length <= MAX_TOKEN && !/[\0-\x1f\x7f]/.test(value))
    return value;
  const { error, error_description: description } = fields;
  throw new Failure("badGateway", `The provider's token endpoint returned a reply without ${name}.`, {
    ...(typeof error === "string" && {
      providerMessage: typeof description === "string" ? `${error}: ${description}` : error,
    }),
  });
}

/** The lifetime of a token in seconds, as text; undefined if the response has no plausible one (F04). */
export function lifeOf({ expires_in: given }: Readonly<Record<string, unknown>>): string | undefined {
  const seconds = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  if (typeof seconds !== "number" || !(seconds >= 1) || seconds > TEN_YEARS_S) return undefined;
  return String(Math.floor(seconds));
}

/** Errors by which providers reject a refresh token; RFC 6749 §5.2 defines the first. */
const REVOKED = /\b(invalid_grant|bad_refresh_token|invalid_refresh_token|token_revoked|expired_refresh_token)\b/i;

/** Whether a token endpoint reports that the grant was revoked (F05); some providers do so with 200. */
export function isRevoked({ code, body }: { code: number; body?: unknown }): boolean {
  if (code >= 500 || code === 429) return false;
  if (typeof body === "object" && body !== null) {
    const { error, code: reason, status } = body as Record<string, unknown>;
    return [error, reason, status].some((text) => typeof text === "string" && REVOKED.test(text));
  }
  return code >= 400 && typeof body === "string" && REVOKED.test(body);
}
