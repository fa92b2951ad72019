import pino, { type Logger } from "pino";

/**
 * The log of a process: JSON lines on standard output, written in the background so that they delay no request. Only
 * the safe fields of an error are logged: libraries attach connections, and with them secrets, to theirs.
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
