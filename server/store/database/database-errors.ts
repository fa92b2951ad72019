/** Whether a unique index rejected a duplicate row. */
export const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "P2002";

/**
 * Whether Postgres will always reject the rows: errors of class 22 (data), 23 (constraint), 42 (syntax) and
 * 54 (limits, as of the length of a key) are permanent, as are numbers that are out of range for every column, and values
 * of another type; all other errors are temporary.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RangeError ||
  error instanceof TypeError ||
  /^(22|23|42|54)/.test((error as { code?: string }).code ?? "");
