import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSeeded, recordSeeded } from "#server/demo/demo-seeded.ts";
import { demoOrganization, seedDemo } from "#server/demo/seed-demo.ts";
import { openDatabase } from "#server/store/open-database.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { createHealth } from "./health.ts";
import { exposeProcessMetrics } from "./process-metrics.ts";

let api: TestApi;
beforeAll(async () => {
  api = await anApi();
});
afterAll(() => api.close());

test("/livez and /readyz are 200 while the process runs and the database responds", async () => {
  const health = createHealth(api.app);
  for (const path of ["/livez", "/readyz"]) expect((await health.request(path)).status).toBe(200);
});

test("/readyz is 503 during shutdown, while /livez stays 200", async () => {
  const health = createHealth(api.app, { unready: () => "shutting down" });
  expect((await health.request("/readyz")).status).toBe(503);
  expect((await health.request("/livez")).status).toBe(200);
});

test("/readyz is 503 when the database does not respond", async () => {
  const db = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  const reply = await createHealth({ ...api.app, db }).request("/readyz");
  expect([reply.status, await reply.json()]).toEqual([503, { status: "unavailable", reason: expect.any(String) }]);
  await db.close();
});

test("/metrics counts requests by route, not by path", async () => {
  await api.fetch("/formulas/12345");
  const text = await (await createHealth(api.app, { metrics: "open" }).request("/metrics")).text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/formulas/{formulaId}",status="401"}',
  );
  expect(text).not.toContain("/12345");
});

test("/readyz is 503 until the demo can be signed in to", async () => {
  const unready = async () => ((await isSeeded(api.app)) ? undefined : "the demo is being made");
  const health = createHealth(api.app, { unready });
  const reply = await health.request("/readyz");
  expect([reply.status, await reply.json()]).toEqual([
    503,
    { status: "unavailable", reason: "the demo is being made" },
  ]);
  await seedDemo(api.app);
  expect((await health.request("/readyz")).status).toBe(503);
  await recordSeeded(await demoOrganization(api.app));
  expect((await health.request("/readyz")).status).toBe(200);
});

test("/metrics is nobody's unless a token is set, and then of those who send it", async () => {
  expect((await createHealth(api.app).request("/metrics")).status).toBe(404);
  const health = createHealth(api.app, { metrics: { token: "sixteen or more letters" } });
  expect((await health.request("/metrics")).headers.get("www-authenticate")).toMatch(/^Bearer /);
  const statuses = [undefined, "Bearer", "Bearer sixteen or more letter", "Bearer sixteen or more letters"].map(
    async (authorization) =>
      (await health.request("/metrics", authorization ? { headers: { authorization } } : {})).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200]);
});

test("/metrics reports pools, the heartbeat and waiting work", async () => {
  const registry = new Registry();
  await api.app.db.queries.query("create schema pgboss");
  await api.app.db.queries.query(
    `create table pgboss.job as select 'mail' as name, 'created' as state, now() - interval '9 seconds' as start_after`,
  );
  exposeProcessMetrics(api.app, { heartbeatAgeMs: () => 1500 }, registry);
  const text = await registry.metrics();
  expect(text).toContain("formulary_heartbeat_age_seconds 1.5");
  expect(text).toMatch(/formulary_pool_connections\{pool="hotPath",state="idle"\} \d/);
  expect(text).toContain('formulary_pool_waiting{pool="queries"} 0');
  expect(text).toContain('formulary_waiting{queue="executions"} 0');
  expect(text).toContain('formulary_waiting{queue="mail"} 1');
  expect(text).toMatch(/formulary_oldest_waiting_seconds\{queue="mail"\} 9/);
});
