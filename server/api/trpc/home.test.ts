import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type Person } from "#server/testing/organizations.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: TestApi;

beforeAll(async () => {
  api = await anApi({ env: { DEMO: "1" } });
  registerApp(api.app);
});
afterAll(() => api.close());

const signIn = async ({ email, password }: Person) => (await createSession({ username: email, password })).token;
const overviewOf = async (token: string) => (await sendAsScreen(token, "home.overview", undefined)).result.data;

test("an organization of a demo is offered what it can try: formulas and a connection to the demo CRM of its own", async () => {
  const acme = await anOrganization(api.app);
  const other = await anOrganization(api.app);
  const [ours, theirs] = [await signIn(acme.designer), await signIn(other.designer)];
  const { key } = await insertElement(
    api.app,
    { organizationId: acme.id, accountId: acme.accountId },
    anElement({ key: "democrm" }),
  );
  expect(await overviewOf(ours)).toMatchObject({ hasDemo: false, recent: [] });
  const connection = await sendAsScreen(ours, "connection.create", { elementKey: key, name: "CRM", configuration: {} });
  expect((await overviewOf(ours)).hasDemo).toBe(true);
  expect((await overviewOf(ours)).firstFormulaId).toBeUndefined();
  expect(await overviewOf(theirs)).toMatchObject({ hasDemo: false });
  await sendAsScreen(ours, "connection.switch", { elementInstanceId: connection.result.data.id, on: false });
  expect((await overviewOf(ours)).hasDemo).toBe(false);
});

test("receivers to which deliveries were stopped are shown to those who see them, until they are active again", async () => {
  const acme = await anOrganization(api.app);
  const other = await anOrganization(api.app);
  const [ours, theirs] = [await signIn(acme.designer), await signIn(other.designer)];
  const ids: number[] = [];
  for (const topics of [["orders"], ["orders"], ["orders"], ["orders"], ["invoices"]]) {
    const config = { url: "https://93.184.216.34/hooks?token=hidden-token" };
    const body = { channel: "webhook", topics, config };
    const created = await api.fetch("/notifications/subscriptions", { as: acme.designer, method: "POST", body });
    expect(created.status, created.text).toBe(200);
    ids.push(created.body.id);
  }
  const write = (set: string, where: number[]) =>
    api.app.db.pool.query(`update subscription set ${set} where id = any($1)`, [where]);
  await write("active = false", ids);
  expect((await overviewOf(ours)).stopped).toEqual({ items: [], total: 0 });
  await write("given_up_at = now()", ids);
  const { stopped } = await overviewOf(ours);
  expect(stopped.total).toBe(5);
  expect(stopped.items.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 3));
  expect(stopped.items[0]).toMatchObject({ topics: ["invoices"], deactivatedDate: expect.any(String) });
  expect(JSON.stringify(stopped)).not.toContain("hidden-token");
  expect((await overviewOf(theirs)).stopped).toEqual({ items: [], total: 0 });
  // Its connection no longer takes events.
  await write("topics = '{}'", ids.slice(0, 1));
  await write("active = true, given_up_at = null", ids.slice(1, 4));
  expect((await overviewOf(ours)).stopped).toMatchObject({ items: [{ id: ids[4] }], total: 1 });
});
