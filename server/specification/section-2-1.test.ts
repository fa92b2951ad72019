import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";

let api: TestApi;
let acme: TestOrganization;

beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown) => api.fetch(path, { as: acme.designer, method, body });
const create = (fields: Record<string, unknown>) => send("POST", "/formulas", aFormula(fields));

// The specification leaves the record open; the rules about its other fields are the product's.
test("spec §2.1 record: the reply adds an id, the owner, dates and the state, and reading it gives the same", async () => {
  const { status, body } = await create({ name: "Recorded" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.any(Number),
    userId: acme.designer.id,
    accountId: acme.accountId,
    createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    updatedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    active: true,
    singleThreaded: false,
  });
  expect((await send("GET", `/formulas/${body.id}`)).body).toEqual(body);
});

test("spec §2.1 record: fields that are only read are ignored when they are sent", async () => {
  const { status, body } = await create({ id: 1, userId: 1, accountId: 1, createdDate: "2001-01-01T00:00:00Z" });
  expect(status).toBe(200);
  expect(body).toMatchObject({ userId: acme.designer.id, accountId: acme.accountId });
  expect(body.id).not.toBe(1);
  expect(body.createdDate).not.toMatch(/^2001/);
});

test("spec §2.1 name: is required text, kept as it was sent; another formula may have the same", async () => {
  const name = "Sync 'contacts' – daily";
  expect((await create({ name })).body.name).toBe(name);
  expect((await create({ name })).body.name).toBe(name);
  for (const wrong of [undefined, "", 5, ["x"]]) {
    const { status, body } = await create({ name: wrong });
    expect([status, body.message], JSON.stringify(wrong)).toEqual([400, expect.stringContaining("name")]);
  }
});

test("spec §2.1 description: is optional text of several lines", async () => {
  const description = "Copies contacts.\n\n* each night";
  expect((await create({ description })).body.description).toBe(description);
  expect((await create({})).body).not.toHaveProperty("description");
  const { status, body } = await create({ description: { text: "x" } });
  expect([status, body.message]).toEqual([400, expect.stringContaining("description")]);
});

test.each([
  [
    "configuration",
    {
      configuration: [
        { key: "crm", name: "CRM", type: "elementInstance" },
        { key: "n", type: "value" },
      ],
    },
  ],
  ["triggers", { triggers: [{ type: "manual" }, { type: "scheduled", properties: { cron: "0 0 3 * * ? *" } }] }],
  ["steps", { steps: [aStep("first", { onSuccess: ["second"] }), aStep("second")] }],
])("spec §2.1 configuration, triggers, steps: %s is a list whose order is kept", async (field, fields) => {
  const { status, body } = await create(fields);
  expect(status, JSON.stringify(body)).toBe(200);
  const [sent] = Object.values(fields);
  expect(body[field]).toMatchObject(sent as object[]);
  expect(body[field]).toHaveLength(2);
  for (const part of body[field]) expect(part.id).toEqual(expect.any(Number));
});

test.each(["configuration", "triggers", "steps"])(
  "spec §2.1 configuration, triggers, steps: %s may be left out or null, and nothing but a list is accepted",
  async (field) => {
    for (const none of [undefined, null]) {
      const { status, body } = await create({ [field]: none });
      expect(status).toBe(200);
      expect(body[field]).toEqual([]);
    }
    for (const wrong of ["x", 1, { a: 1 }, ["x"]]) {
      const { status, body } = await create({ [field]: wrong });
      expect([status, body.message], JSON.stringify(wrong)).toEqual([400, expect.stringContaining(field)]);
    }
  },
);
