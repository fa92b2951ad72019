/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57 (shutdown, timeout), 58 (disk), 25006 (standby), 25P03 and 25P04
 * (a transaction that went silent); the codes of Prisma and of Node.
 */
const LOST =
  /^(?:(?:08|53|57|58)\w{3}|25006|25P0[34]|P1001|P1002|P1008|P1017|P2024|P2037|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
// The first are those of a socket in a folder, whose codes other files have as well.
const LOST_MESSAGE =
  /\bconnect E(?:NOENT|ACCES|AGAIN)\b|connection (?:was )?(?:terminated|closed)|connection error and is not queryable|timeout exceeded|query read timeout|cannot use a pool after calling end|unable to start a transaction/i;

/** Whether the database was unreachable or closed the connection, so that the request itself is not at fault. */
export function isConnectionLost(error: unknown): boolean {
  for (let fault = error, depth = 0; fault instanceof Error && depth < 5; fault = fault.cause, depth++) {
    if (codesOf(fault).some((code) => typeof code === "string" && LOST.test(code))) return true;
    if (LOST_MESSAGE.test(fault.message)) return true;
  }
  return false;
}

/** SQLSTATE of a lock that was not free in time, and of a conflict between transactions; Prisma's own code for both. */
const CONTENDED = /^(?:55P03|40001|40P01|P2034)$/;

/** Whether other statements were in the way, so that the same statement may succeed a moment later. */
export const isContended = (error: unknown): boolean =>
  error instanceof Error && codesOf(error).some((code) => typeof code === "string" && CONTENDED.test(code));

/** The code of the error itself, and the one of Postgres that Prisma has wrapped. */
function codesOf(fault: Error): unknown[] {
  const { code, meta } = fault as {
    code?: unknown;
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } };
  };
  return [code, meta?.driverAdapterError?.cause?.originalCode];
}
