import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/store/database.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { createHealth } from "./health.ts";

let api: TestApi;
beforeAll(async () => {
  api = await anApi();
});
afterAll(() => api.close());

test("/livez and /readyz are 200 while the process runs and the database answers", async () => {
  const health = createHealth(api.app);
  for (const path of ["/livez", "/readyz"]) expect((await health.request(path)).status).toBe(200);
});

test("/readyz is 503 during shutdown, while /livez stays 200", async () => {
  const health = createHealth(api.app, { isReady: () => false });
  expect((await health.request("/readyz")).status).toBe(503);
  expect((await health.request("/livez")).status).toBe(200);
});

test("/readyz is 503 when the database does not answer", async () => {
  const db = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  const reply = await createHealth({ ...api.app, db }).request("/readyz");
  expect([reply.status, await reply.json()]).toEqual([503, { status: "unavailable", reason: expect.any(String) }]);
  await db.close();
});

test("/metrics counts requests by route, not by path", async () => {
  await api.fetch("/formulas/12345");
  const text = await (await createHealth(api.app).request("/metrics")).text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/formulas/{formulaId}",status="401"}',
  );
  expect(text).not.toContain("12345");
});
