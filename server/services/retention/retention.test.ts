import { afterAll, beforeAll, expect, test } from "vitest";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { sweepRetention } from "./sweep-retention.ts";

let app: TestApp;
beforeAll(async () => {
  app = await anApp();
});
afterAll(() => app.close());

test("usage is kept for 30 days", async () => {
  const noted = { organizationId: 1, accountId: 1, userId: 1, elementInstanceId: 1 };
  const call = { ...noted, method: "GET", uri: "/x", resource: "x", ip: "internal", status: 200, processMs: 1 };
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [0, 29, 31]) {
    app.usage.note({ ...call, requestId: `${days} days`, createdAt: at(days) });
    app.usage.tally(noted, at(days));
  }
  await app.usage.flush();
  await sweepRetention(app);
  const { rows } = await app.db.pool.query("select request_id from usage order by created_at");
  expect(rows.map(({ request_id }) => request_id)).toEqual(["29 days", "0 days"]);
  expect((await app.db.pool.query("select from api_tally")).rowCount).toBe(2);
});
