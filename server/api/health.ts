import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { collectDefaultMetrics, register } from "prom-client";
import type { App } from "#server/context.ts";
import { writeCheck } from "#server/services/system/check-writes.ts";
import { METRICS_CHALLENGE } from "./challenges.ts";

const RESPONSE_LIMIT_MS = 2000;
const NO_RESPONSE = "the database does not answer";

type Options = {
  /** Why the process accepts no work; undefined if it does. */
  unready?: () => string | undefined | Promise<string | undefined>;
  /** The readers of the metrics: everyone, holders of the token, or nobody. */
  metrics?: "open" | { token: string } | "closed";
};

/**
 * `/livez` is 200 while the process runs; `/readyz` is 503 if the database does not write within two seconds, or
 * the process is `unready`, such as during shutdown; `/metrics` is Prometheus text.
 */
export function createHealth(app: App, { unready = () => undefined, metrics = "closed" }: Options = {}) {
  if (!register.getSingleMetric("process_cpu_seconds_total")) collectDefaultMetrics();
  const databaseFault = writeCheck(app);
  const health = new Hono();
  health.use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
  });
  health.get("/livez", (c) => c.json({ status: "ok" }));
  health.get("/readyz", async (c) => {
    const reason = await firstFault();
    return reason === undefined ? c.json({ status: "ok" }) : c.json({ status: "unavailable", reason }, 503);
  });
  health.get("/metrics", async (c) => {
    if (metrics === "closed") return c.json({ message: "Metrics are served on HEALTH_PORT." }, 404);
    if (metrics !== "open" && !isEqual(c.req.header("authorization") ?? "", `Bearer ${metrics.token}`))
      return c.json({ message: "Send the header Authorization: Bearer <METRICS_TOKEN>." }, 401, METRICS_CHALLENGE);
    return c.body(await register.metrics(), 200, { "content-type": register.contentType });
  });
  return health;

  async function firstFault(): Promise<string | undefined> {
    const own = unready();
    // A process that is shutting down is not ready, whether or not it reaches the database.
    if (typeof own === "string") return own;
    const known = Promise.resolve(own).catch(() => NO_RESPONSE);
    const late = AbortSignal.timeout(RESPONSE_LIMIT_MS);
    const gaveUp = new Promise<string>((resolve) => {
      late.addEventListener("abort", () => resolve(`${NO_RESPONSE} in time`), { once: true });
    });
    return Promise.race([databaseFault().then((fault) => fault ?? known), gaveUp]);
  }
}

/** Serves health and metrics on a separate port, for operators only. Ends the process if the port is unavailable. */
export async function openHealthPort(
  { env, log }: Pick<App, "env" | "log">,
  health: ReturnType<typeof createHealth>,
): Promise<void> {
  const { HEALTH_PORT: port, HEALTH_HOST: host } = env;
  if (port === undefined) return;
  const server = createServer(getRequestListener(health.fetch));
  server.once("error", (error) => {
    log.fatal({ err: error, port, host }, "HEALTH_PORT cannot be used");
    process.exit(1);
  });
  await new Promise<void>((resolve) => server.unref().listen(port, host, resolve));
}

/** Compares in constant time. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
