import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { aWebProcess } from "#server/testing/web-process.ts";
import { aWorkerProcess } from "#server/testing/worker-process.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.drop());

const onPort = async (port: number) => ({ env: { HEALTH_PORT: String(port) }, at: `http://127.0.0.1:${port}` });

test("a worker serves its health and metrics on a port of its own", async () => {
  const { env, at } = await onPort(await freePort());
  const worker = await aWorkerProcess(database.url, env);
  for (const path of ["/livez", "/readyz"]) expect((await fetch(at + path)).status).toBe(200);
  const metrics = await (await fetch(`${at}/metrics`)).text();
  expect(metrics).toContain("formulary_executions_claimed_total 0");
  expect(metrics).toContain('formulary_waiting{queue="executions"} 0');
  expect(metrics).toMatch(/formulary_heartbeat_age_seconds \d/);
  await worker.stop();
});

test("a web process shows its metrics there, and on its public port to nobody", async () => {
  const { env, at } = await onPort(await freePort());
  const web = await aWebProcess(database.url, { ...env, PUBLIC_URL: "https://formulary.test" });
  const own = new URL(web.api).origin;
  expect((await fetch(`${at}/metrics`)).status).toBe(200);
  const open = await fetch(`${own}/metrics`);
  expect(open.status).toBe(404);
  for (const reply of [open, await fetch(`${web.api}/formulas`)]) {
    expect(reply.headers.get("strict-transport-security")).toContain("max-age=");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("cache-control")).toBe("no-store");
  }
  await web.kill();
});
