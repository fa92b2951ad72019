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
