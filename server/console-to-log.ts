import { format } from "node:util";
import type { Logger } from "pino";

const LEVELS = { log: "info", info: "info", warn: "warn", error: "error" } as const;

/** Node prints its warnings as errors. */
const OF_RUNTIME = /^\(node:\d+\) .*Warning: /;

/** Writes what libraries print, such as Next, to the log of the process: each of its lines is JSON. */
export function consoleToLog(log: Pick<Logger, "info" | "warn" | "error">): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, "info" | "warn" | "error"][])
    console[method] = (...printed: unknown[]) => {
      const text = format(...printed).trim();
      if (text !== "") log[OF_RUNTIME.test(text) ? "warn" : level](text);
    };
}
