import type { z } from "zod";
import { isConnectionLost, isContended } from "#server/connection-errors.ts";
import { Failure } from "#server/errors.ts";

const SHOWN_ISSUES = 5;

/**
 * Converts an error to a Failure: a Failure is unchanged, a database that is unreachable or busy is unavailable, all
 * others are serverError.
 */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isConnectionLost(error) || isContended(error)) {
    return new Failure("unavailable", "The service is temporarily unavailable. Try again.", {
      headers: { "retry-after": "1" },
      cause: error,
    });
  }
  if (isUnstorable(error)) {
    return new Failure(
      "badRequest",
      "The request contains a number that is too large, a character that cannot be stored, or a name or an address of more than 2,000 characters.",
    );
  }
  return new Failure(
    "serverError",
    "Something went wrong on our side. Use the request id to find the cause in the log.",
    {
      cause: error,
    },
  );
}

/** A failure that names each invalid field and its problem; `whole` is the name of the value itself. */
export function invalid({ issues }: z.ZodError, whole = "body"): Failure {
  const shown = issues.slice(0, SHOWN_ISSUES).map(({ path, message }) => {
    const field = path.map(String).filter(Boolean).join(".") || whole;
    return `${field}: ${message}`;
  });
  if (issues.length > SHOWN_ISSUES) shown.push(`and ${issues.length - SHOWN_ISSUES} more`);
  const [first, ...others] = issues;
  const field = others.length === 0 ? first?.path.join(".") : undefined;
  return new Failure("badRequest", shown.join("; "), { field: field || undefined });
}

/**
 * SQLSTATE of numbers out of range, of U+0000, of unpaired surrogates and of texts that are too long for an index;
 * Prisma's own codes for the first.
 */
const UNSTORABLE = /^(?:22003|22021|22P05|54000|P2020|P2033)$/;

/**
 * Whether only the database could detect the error, since it alone knows its types, although the request is at fault.
 */
function isUnstorable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: { code?: unknown } } } };
  const codes = [code, meta?.driverAdapterError?.cause?.code];
  if (codes.some((text) => typeof text === "string" && UNSTORABLE.test(text))) return true;
  return error.name === "PrismaClientValidationError" && /Unable to fit .* integer/.test(error.message);
}
