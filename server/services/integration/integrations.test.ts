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

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.administrator, ...request });
const create = (name: unknown) => send("/integrations", { method: "POST", body: { name } });

test("an integration is made, read, listed, renamed and deleted", async () => {
  const { body } = await create("one");
  expect(body).toMatchObject({
    id: expect.any(Number),
    name: "one",
    formulas: [],
    formulaInstances: [],
    elementInstances: [],
  });
  const path = `/integrations/${body.id}`;
  expect((await send(path)).body).toEqual(body);
  expect((await send("/integrations")).body).toEqual([body]);
  expect((await send(path, { method: "PUT", body: { name: "two" } })).body.name).toBe("two");
  expect((await send(path, { method: "PUT", body: { name: "two" } })).status).toBe(200);
  expect((await send(path, { method: "DELETE" })).status).toBe(200);
  for (const method of ["GET", "DELETE"]) expect((await send(path, { method })).status).toBe(404);
  expect((await send(path, { method: "PUT", body: { name: "x" } })).status).toBe(404);
});

test("no name is 400, the same name 409", async () => {
  expect((await create(undefined)).status).toBe(400);
  expect((await create("twin")).status).toBe(200);
  expect((await create("twin")).status).toBe(409);
});

test("formulas and formula instances are put in and taken out, with an empty body; twice is once", async () => {
  const { body: integration } = await create("bundle");
  const { body: formula } = await send("/formulas", { method: "POST", body: aFormula() });
  const { body: instance } = await send(`/formulas/${formula.id}/instances`, { method: "POST", body: { name: "i" } });
  const path = `/integrations/${integration.id}`;
  for (const member of [`formulas/${formula.id}`, `formulas/instances/${instance.id}`, `formulas/${formula.id}`]) {
    expect((await send(`${path}/${member}`, { method: "POST", body: "" })).status).toBe(200);
  }
  expect((await send(path)).body).toMatchObject({ formulas: [formula.id], formulaInstances: [instance.id] });
  expect((await send(`${path}/formulas/instances/${instance.id}`, { method: "DELETE" })).status).toBe(200);
  expect((await send(path)).body).toMatchObject({ formulas: [formula.id], formulaInstances: [] });
  expect((await send(`${path}/formulas/99999999`, { method: "POST" })).status).toBe(404);
  expect((await send(`/integrations/99999999/formulas/${formula.id}`, { method: "POST" })).status).toBe(404);
});

test("members put in at once are all there", async () => {
  const { body: integration } = await create("many");
  const formulas = await Promise.all(
    Array.from({ length: 6 }, async () => (await send("/formulas", { method: "POST", body: aFormula() })).body.id),
  );
  await Promise.all(formulas.map((id) => send(`/integrations/${integration.id}/formulas/${id}`, { method: "POST" })));
  expect((await send(`/integrations/${integration.id}`)).body.formulas.toSorted()).toEqual(formulas.toSorted());
});

test("its stage is kept as it was sent, also where it is sent without one", async () => {
  const { body } = await send("/integrations", { method: "POST", body: { name: "staged", stage: "in review" } });
  expect(body).toMatchObject({ stage: "in review", createdDate: expect.any(String), updatedDate: expect.any(String) });
  const put = async (fields: object) =>
    (await send(`/integrations/${body.id}`, { method: "PUT", body: { name: "staged", ...fields } })).body.stage;
  expect(await put({})).toBe("in review");
  expect(await put({ stage: "live" })).toBe("live");
  expect((await send("/integrations", { method: "POST", body: { stage: "live" } })).status).toBe(400);
});
