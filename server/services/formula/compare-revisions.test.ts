import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send = (line: string, body?: unknown, as = acme.designer) => {
  const [method = "GET", path = ""] = line.split(" ");
  return api.fetch(path, { as, method, body });
};

test("names the instances that could not run a revision, and only what is new about it", async () => {
  const variable = (key: string) => ({ key, name: key, type: "value", required: true });
  const { body: formula } = await send("POST /formulas", aFormula({ configuration: [variable("region")] }));
  const instance = (name: string, configuration: object) =>
    send(`POST /formulas/${formula.id}/instances`, { name, configuration });
  await instance("prepared", { region: "eu", currency: "EUR" });
  await instance("not prepared", { region: "eu" });
  const next = { ...formula, configuration: [variable("region"), variable("currency")] };
  expect((await send(`PUT /formulas/${formula.id}`, next)).status).toBe(200);

  const compare = async (to: number, from: number, as = acme.designer) =>
    send(`GET /formulas/${formula.id}/revisions/${to}/comparison?with=${from}`, undefined, as);
  const { status, body } = await compare(2, 1);
  expect([status, body.from, body.to]).toEqual([200, 1, 2]);
  expect(body.instances.map(({ name, problems }: Record<string, unknown>) => [name, problems])).toEqual([
    ["prepared", []],
    ["not prepared", ['configuration: the variable "currency" is required.']],
  ]);
  expect((await compare(1, 2)).body.instances.every((one: { problems: unknown[] }) => one.problems.length === 0)).toBe(
    true,
  );
  expect((await compare(2, 1, acme.viewer)).status).toBe(200);
  expect((await compare(3, 1)).body.message).toBe(`Formula ${formula.id} has no revision 3.`);
  expect((await compare(2, 0)).body.message).toMatch(/^with: must be the number of a revision/);
});

test("a variable that became one for an element instance is a problem where its value is no id", async () => {
  const variable = (type: string) => [{ key: "crm", name: "crm", type, required: true }];
  const { body: formula } = await send("POST /formulas", aFormula({ configuration: variable("value") }));
  await send(`POST /formulas/${formula.id}/instances`, { name: "by name", configuration: { crm: "salesforce" } });
  expect(
    (await send(`PUT /formulas/${formula.id}`, { ...formula, configuration: variable("elementInstance") })).status,
  ).toBe(200);
  const { body } = await send(`GET /formulas/${formula.id}/revisions/2/comparison?with=1`);
  expect(body.instances[0].problems).toEqual([
    'configuration: the variable "crm" must be the id of an element instance.',
  ]);
});

test("shows an account the instances of its own", async () => {
  const { body: formula } = await send("POST /formulas", aFormula(), acme.administrator);
  await send(`POST /formulas/${formula.id}/instances`, { name: "of the default account" }, acme.administrator);
  const colleague = await acme.aColleague({ role: "administrator" });
  await send(`POST /formulas/${formula.id}/instances`, { name: "of theirs" }, colleague);
  const { body } = await send(`GET /formulas/${formula.id}/revisions/1/comparison?with=1`, undefined, colleague);
  expect(body.instances.map(({ name }: { name: string }) => name)).toEqual(["of theirs"]);
});
