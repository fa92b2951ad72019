import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const post = (path: string, body: unknown) => send(path, { method: "POST", body });
const remove = (path: string) => send(path, { method: "DELETE" });

/** An instance of a formula that has this first step. */
const bound = async (step: Record<string, unknown>, instance: object = {}, fields: Record<string, unknown> = {}) => {
  const { body } = await post("/formulas", aFormula({ steps: [aStep("first", step)], ...fields }));
  return (await post(`/formulas/${body.id}/instances`, { name: "One", ...instance })).body;
};
const warningsOf = async ({ id }: { id: number }) => (await send(`/formulas/instances/${id}`)).body.warnings;
const aSubFormula = async (as = acme.designer) =>
  (await send("/formulas", { as, method: "POST", body: aFormula() })).body.id as number;
const noFormula = (id: unknown) => [expect.stringContaining(`formulaId of step "first": there is no formula ${id} `)];

test.each(["written", "in a variable"])(
  "a sub-formula whose id is %s is a warning once it was deleted",
  async (place) => {
    const sub = await aSubFormula();
    const parent =
      place === "written"
        ? await bound({ type: "formula", properties: { formulaId: sub } })
        : await bound(
            { type: "formula", properties: { formulaId: "${config.sub}" } },
            { configuration: { sub: String(sub) } },
            { configuration: [{ key: "sub", name: "Sub", type: "value" }] },
          );
    expect(await warningsOf(parent)).toBeUndefined();
    await remove(`/formulas/${sub}`);
    expect(await warningsOf(parent)).toEqual(noFormula(sub));
  },
);

test.each([-1, 99_999_999, "99999999999"])("a sub-formula %j that never existed is a warning", async (formulaId) => {
  expect((await bound({ type: "formula", properties: { formulaId } })).warnings).toEqual(noFormula(formulaId));
});

test("a formula of another organization is as if it did not exist", async () => {
  const theirs = await aSubFormula((await anOrganization(api.app)).designer);
  expect((await bound({ type: "formula", properties: { formulaId: theirs } })).warnings).toEqual(noFormula(theirs));
});

test("a sub-formula that a run chooses is not a warning", async () => {
  expect(await bound({ type: "formula", properties: { formulaId: "${trigger.args.id}" } })).not.toHaveProperty(
    "warnings",
  );
});

test("an element instance of a step is a warning once it was deleted", async () => {
  const { key } = (await post("/elements", anElement())).body;
  const crm = (await post(`/elements/${key}/instances`, { name: "CRM", configuration: {} })).body.id;
  const properties = { elementInstanceId: String(crm), method: "GET", api: "/contacts" };
  const instance = await bound({ type: "elementRequest", properties });
  expect(await warningsOf(instance)).toBeUndefined();
  await remove(`/instances/${crm}`);
  expect(await warningsOf(instance)).toEqual([
    expect.stringContaining(`elementInstanceId of step "first": the element instance ${crm} was deleted`),
  ]);
});

test("a next step that does not exist is a warning, since the formula could be changed after its instance", async () => {
  const instance = await bound({});
  const lost = aFormula({ steps: [aStep("first", { onSuccess: ["gone"] })] });
  expect((await send(`/formulas/${instance.formula.id}`, { method: "PUT", body: lost })).status).toBe(200);
  expect(await warningsOf(instance)).toEqual([expect.stringContaining('names the step "gone", which does not exist')]);
});

test.each([
  ["no address", {}, "Set notification.email"],
  ["no mail server", { "notification.email": "ops@example.test" }, "no mail server"],
])("a notification with %s is a warning", async (_, settings, expected) => {
  const { warnings } = await bound({ type: "notification", properties: { body: "done(true);" } }, { settings });
  expect(warnings).toEqual([expect.stringContaining(expected)]);
});
