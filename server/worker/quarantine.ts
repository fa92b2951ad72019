import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";

/**
 * Runs executions whose processes died twice, one at a time in a process of its own: whatever kills it then,
 * takes nobody along (reliability, finding 1).
 */
export function createQuarantine(log: Logger) {
  let alone: ReturnType<typeof fork> | null = null;

  return {
    /** Starts the process unless it runs. */
    async run() {
      if (alone) return;
      alone = fork(fileURLToPath(new URL("alone.ts", import.meta.url)), { stdio: "inherit" });
      log.warn({ pid: alone.pid }, "running an execution alone that has stopped its process twice");
      alone.once("exit", () => {
        alone = null;
      });
    },
    async stop() {
      const child = alone;
      if (child) await new Promise((resolve) => child.once("exit", resolve).kill("SIGTERM"));
    },
  };
}
