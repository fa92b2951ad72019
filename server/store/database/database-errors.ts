/** Whether a unique index rejected a duplicate row. */
export const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "P2002";

/** Whether the database was unreachable or closed the connection, so that the request itself is not at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(08|53|57|58)|^ECONN|^EPIPE|^P1001|^P1017/.test(code) ||
    /connection (was )?(terminated|closed)|connection error and is not queryable|timeout exceeded/i.test(error.message)
  );
}

/**
 * Whether Postgres will always reject the rows: errors of class 22 (data), 23 (constraint) and 42 (syntax) are
 * permanent, as are numbers that are out of range for every column; all other errors are temporary.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RangeError || /^(22|23|42)/.test((error as { code?: string }).code ?? "");
