import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { Database } from "#server/store/database.ts";
import { findPoisoned } from "#server/store/execution-leases.ts";

/**
 * Runs executions whose processes died twice, one at a time in a process of its own: whatever kills it then,
 * takes nobody along (reliability, finding 1).
 */
export function createQuarantine({ db, log }: { db: Database; log: Logger }) {
  let alone: ReturnType<typeof fork> | null = null;

  return {
    /** Starts the process when there is something for it and it does not run. */
    async look() {
      if (alone || (await findPoisoned(db.pool)).length === 0) return;
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
