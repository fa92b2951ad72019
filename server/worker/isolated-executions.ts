import { fork } from "node:child_process";
import type { Logger } from "pino";
import { startedFile } from "#server/checkout.ts";
import { findPoisoned } from "#server/store/execution/execution-leases.ts";
import type { Database } from "#server/store/open-database.ts";

/**
 * Runs executions whose workers died twice, one at a time in a separate process: a crash of that process does not
 * affect other executions.
 */
export function createIsolatedExecutions({ db, log }: { db: Database; log: Logger }) {
  let process: ReturnType<typeof fork> | null = null;

  return {
    /** Starts the process if it is not running and there is an execution for it. */
    async start() {
      if (process || (await findPoisoned(db.pool)).length === 0) return;
      process = fork(startedFile("isolated-execution"), { stdio: "inherit" });
      log.warn({ pid: process.pid }, "running an execution in isolation that has stopped its process twice");
      process.once("exit", () => {
        process = null;
      });
    },
    async stop() {
      const child = process;
      if (child) await new Promise((resolve) => child.once("exit", resolve).kill("SIGTERM"));
    },
  };
}
