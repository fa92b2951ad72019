import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { seedDemo } from "./seed-demo.ts";

let api: TestApi;
beforeAll(async () => {
  api = await anApi();
});
afterAll(() => api.close());

test("the demo organization is made once, with a formula, an instance, and secrets that open the API", async () => {
  const first = await seedDemo(api.app);
  expect(await seedDemo(api.app)).toEqual(first);
  const as = { authorization: `User ${first.userSecret}, Organization ${first.organizationSecret}` };
  const { body: instances } = await api.fetch("/formulas/instances", { as });
  expect(instances).toMatchObject([{ id: first.formulaInstanceId, formula: { name: "Order intake" } }]);
  expect(await api.app.db.prisma.user.count({ where: { active: true } })).toBe(3);
});

test("another port of the demo provider reaches the instance", async () => {
  const { formulaInstanceId } = await seedDemo({ ...api.app, env: { ...api.app.env, DEMO_PROVIDER_PORT: 4321 } });
  const instance = await api.app.db.prisma.formulaInstance.findUnique({ where: { id: formulaInstanceId } });
  expect(instance?.configuration).toEqual({ providerUrl: "http://localhost:4321" });
});

test.each(["demo", "designer", "viewer"])(
  "%s@formulary.test signs in with the password that the page shows",
  async (name) => {
    const reply = await api.fetch("/authentication", {
      method: "POST",
      body: { username: `${name}@formulary.test`, password: "formulary-demo" },
    });
    expect(reply.status).toBe(200);
  },
);
