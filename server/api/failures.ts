import type { z } from "zod";
import { Failure } from "#server/errors.ts";

const SHOWN_ISSUES = 5;

/** What went wrong as a Failure: refusals as they are, a database out of reach as unavailable, the rest as serverError. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseOutOfReach(error)) {
    return new Failure("unavailable", "The service is not available for a moment. Try again.", {
      headers: { "retry-after": "1" },
      cause: error,
    });
  }
  return new Failure("serverError", "Something went wrong on our side. The request id finds it in the log.", {
    cause: error,
  });
}

/** A refusal that names each field and what is wrong with it. */
export function invalid({ issues }: z.ZodError, place?: string): Failure {
  const shown = issues.slice(0, SHOWN_ISSUES).map(({ path, message }) => {
    const field = [place, ...path.map(String)].filter(Boolean).join(".");
    return field ? `${field}: ${message}` : message;
  });
  if (issues.length > SHOWN_ISSUES) shown.push(`and ${issues.length - SHOWN_ISSUES} more`);
  return new Failure("badRequest", shown.join("; "));
}

/** SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 25006 (standby); Prisma's and Node's own codes. */
const OUT_OF_REACH =
  /^(?:08\w{3}|53\w{3}|57P\d\d|25006|P1001|P1002|P1008|P1017|P2024|P2037|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/;
const POOL_GAVE_UP =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Cannot use a pool after calling end/;

function isDatabaseOutOfReach(error: unknown): boolean {
  for (let fault = error, depth = 0; fault instanceof Error && depth < 5; fault = fault.cause, depth++) {
    if ("code" in fault && typeof fault.code === "string" && OUT_OF_REACH.test(fault.code)) return true;
    if (POOL_GAVE_UP.test(fault.message)) return true;
  }
  return false;
}
