import { afterAll, beforeAll, expect, test } from "vitest";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi();
});
afterAll(() => api.close());

const failing = {
  name: "Fails",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["bad"] }],
  steps: [{ name: "bad", type: "script", properties: { body: "throw 'always'" } }],
};

const read = async (id: number) => (await api.fetch(`/formulas/instances/${id}`, { as: api.as })).body;

test("an instance may say after how many failures in a row it warns and is switched off", async () => {
  const settings = { "errors.warn.after": "2", "errors.stop.after": 3 };
  const { formulaInstanceId } = await api.aRunnable(failing, { settings });
  const seen = [];
  for (let run = 0; run < 3; run++) {
    await api.run(formulaInstanceId);
    const { active, numberConsecutiveErrorWarningNotifications: warnings } = await read(formulaInstanceId);
    seen.push({ active, warnings });
  }
  expect(seen).toEqual([
    { active: true, warnings: 0 },
    { active: true, warnings: 1 },
    { active: false, warnings: 1 },
  ]);
});

test.each([
  ["PUT …/active", "PUT", "/active", undefined],
  ["PUT with active: true", "PUT", "", { active: true }],
] as const)("an instance that is switched on again by %s begins to count anew", async (_, method, path, body) => {
  const settings = { "errors.warn.after": "1", "errors.stop.after": 2 };
  const { formulaInstanceId: id, formulaId } = await api.aRunnable(failing, { settings });
  for (let run = 0; run < 2; run++) await api.run(id);
  expect(await read(id)).toMatchObject({ active: false, numberConsecutiveErrors: 2 });
  const address = `/formulas/${formulaId}/instances/${id}`;
  expect((await api.fetch(address + path, { as: api.as, method, ...(body && { body }) })).status).toBe(200);
  expect(await read(id)).toMatchObject({ active: true, numberConsecutiveErrors: 0 });
  await api.run(id);
  expect(await read(id)).toMatchObject({ active: true, numberConsecutiveErrors: 1 });
});

test("notifies of the first failure in a row and of no later one", async () => {
  const settings = { "notification.email": "ops@example.test", "notification.failures": "first" };
  const { formulaInstanceId } = await api.aRunnable(failing, { settings });
  const before = (await api.recipients()).length;
  await api.run(formulaInstanceId);
  expect((await api.recipients()).slice(before)).toEqual(["ops@example.test"]);
  await api.run(formulaInstanceId);
  expect((await api.recipients()).slice(before)).toHaveLength(1);
});
