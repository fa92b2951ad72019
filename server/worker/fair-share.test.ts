import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimWaiting } from "#server/store/execution/execution-leases.ts";
import type { AuthHeaders } from "#server/testing/api.ts";
import { anOrganization } from "#server/testing/organizations.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi({ works: false });
});
afterAll(() => api.close());

async function waiting(as: AuthHeaders, count: number) {
  const post = async (path: string, body: object) => (await api.fetch(path, { as, method: "POST", body })).body;
  const { id } = await post("/formulas", { name: "f", triggers: [{ type: "manual" }] });
  const instance = await post(`/formulas/${id}/instances`, { name: "i" });
  for (let n = 0; n < count; n++) await post(`/formulas/instances/${instance.id}/executions`, {});
}

test("a flood of one organization leaves room for another, however it comes", async () => {
  const { pool } = api.app.db;
  const runnerId = randomUUID();
  const other = await anOrganization(api.app);
  await waiting(api.as, 12);
  const first = await claimWaiting(pool, { runnerId, limit: 8, share: 6 });
  expect(first).toHaveLength(6);
  const flooding = first[0]?.organizationId ?? 0;
  const running = new Map([[flooding, 6]]);
  expect(await claimWaiting(pool, { runnerId, limit: 2, share: 6, running })).toEqual([]);
  await waiting(other.administrator, 1);
  const next = await claimWaiting(pool, { runnerId, limit: 2, share: 6, running });
  expect(next.map(({ organizationId }) => organizationId)).toEqual([other.id]);
  running.set(flooding, 5);
  expect(await claimWaiting(pool, { runnerId, limit: 2, share: 6, running })).toHaveLength(1);
});
