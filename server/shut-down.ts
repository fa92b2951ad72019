import type { Shutdown } from "./shutdown-signal.ts";

/** Shorter than the 30 seconds after which a stopping process is killed. */
const LONGEST_MS = 28_000;

/**
 * Ends the process: runs `steps` in order, even after one has failed. Exits with code 1 and one line if a step failed,
 * such as when the database is unavailable, or after the time limit, and with code 1 after a fault; other processes then take over its work.
 */
export async function shutDown(
  name: string,
  steps: (() => Promise<unknown> | unknown)[],
  { isFault }: Shutdown = { isFault: false },
): Promise<never> {
  const failures = new Set<string>();
  const give = (code: number): never => {
    if (failures.size > 0) process.stderr.write(`The ${name} stopped, but: ${[...failures].join("; ")}.\n`);
    process.exit(code);
  };
  setTimeout(() => {
    failures.add("it could not end what it was doing in time");
    give(1);
  }, LONGEST_MS).unref();
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      const { message, code } = error as { message?: string; code?: string };
      failures.add((message || code || String(error)).split("\n", 1)[0] ?? "");
    }
  }
  return give(isFault || failures.size > 0 ? 1 : 0);
}
