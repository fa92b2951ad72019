import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { App } from "#server/context.ts";
import * as processes from "#server/store/system/processes.ts";
import packageJson from "../../../package.json" with { type: "json" };

export const { version: VERSION } = packageJson;

/** How often a running process renews its row. */
export const HEARTBEAT_MS = 15_000;

/**
 * Shows this process among the running ones (`readSystemStatus`) until `stop`. It does not wait for the database, and
 * works without it.
 */
export function keepProcessRow({ db, log, now }: Pick<App, "db" | "log" | "now">, kind: "web" | "worker") {
  const process = { id: randomUUID(), kind, version: VERSION, host: hostname(), startedAt: now() };
  const beat = () =>
    processes
      .put(db.queries, { ...process, seenAt: now() })
      .catch((error) => log.warn({ err: error }, "the heartbeat of this process was not written"));
  let written = beat();
  const timer = setInterval(() => {
    written = beat();
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await written;
      await processes.remove(db.queries, process.id);
    },
  };
}
