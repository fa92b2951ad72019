import { Hono } from "hono";
import { collectDefaultMetrics, register } from "prom-client";
import type { App } from "#server/context.ts";

const ANSWER_WITHIN_MS = 2000;

/**
 * `/livez` answers while the process runs; `/readyz` 503 when the database does not answer or `isReady` says no
 * (such as during shutdown); `/metrics` in Prometheus text.
 */
export function createHealth({ db }: App, { isReady = () => true }: { isReady?: () => boolean } = {}) {
  if (!register.getSingleMetric("process_cpu_seconds_total")) collectDefaultMetrics();
  const health = new Hono();
  health.get("/livez", (c) => c.json({ status: "ok" }));
  health.get("/readyz", async (c) => {
    const reason = isReady() ? await databaseFault() : "shutting down";
    return reason === undefined ? c.json({ status: "ok" }) : c.json({ status: "unavailable", reason }, 503);
  });
  health.get("/metrics", async (c) => c.body(await register.metrics(), 200, { "content-type": register.contentType }));
  return health;

  async function databaseFault(): Promise<string | undefined> {
    const late = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answered = db.pool.query("select 1").then(
      () => undefined,
      () => "the database does not answer",
    );
    const gaveUp = new Promise<string>((resolve) => {
      late.addEventListener("abort", () => resolve("the database does not answer in time"), { once: true });
    });
    return Promise.race([answered, gaveUp]);
  }
}
