import pino, { type Logger } from "pino";

/**
 * The log of a process: JSON lines on standard output, written in the background so that they hold up no request.
 * Of an error only what was meant to be read is kept: libraries hang connections, and with them secrets, on theirs.
 */
export function openLog({ level, name }: { level: string; name: string }): Logger {
  return pino(
    { level, base: { process: name, pid: process.pid }, serializers: { err: readable } },
    pino.destination({ sync: false }),
  );
}

function readable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { name, message, stack, ...code, ...(cause !== undefined && { cause: readable(cause) }) };
}
