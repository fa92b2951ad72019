import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

const post = (path: string, body: unknown) => api.fetch(path, { as: acme.designer, method: "POST", body });
const created = async (body: unknown = aFormula()) => (await post("/formulas", body)).body;

/** A step, the status when it is part of a formula or added to one, and a part of the message. */
const steps: [string, Record<string, unknown>, number, string?][] = [
  [
    "a bulk download",
    {
      type: "elementRequest",
      properties: { elementInstanceId: "${config.a}", method: "GET", api: "/hubs/crm/bulk/123/contacts" },
    },
    400,
    "bulk",
  ],
  [
    "retryAttempts: 6",
    { type: "httpRequest", properties: { method: "GET", url: "http://a.test", retry: true, retryAttempts: 6 } },
    400,
    "retryAttempts",
  ],
  [
    'retryAttempts: "6"',
    { type: "request", properties: { method: "GET", api: "/formulas", retry: "true", retryAttempts: "6" } },
    400,
    "retryAttempts",
  ],
  [
    "retryAttempts: 5",
    {
      type: "elementRequest",
      properties: { elementInstanceId: "${a}", method: "GET", api: "/contacts", retryAttempts: "5" },
    },
    200,
  ],
  [
    'retryStatusCodes: "401-,400"',
    { type: "httpRequest", properties: { method: "GET", url: "http://a.test", retryStatusCodes: "401-,400" } },
    400,
    "retryStatusCodes",
  ],
  [
    'retryStatusCodes: "401-405,500"',
    { type: "httpRequest", properties: { method: "GET", url: "http://a.test", retryStatusCodes: "401-405,500" } },
    200,
  ],
  ["v2 with a top-level return", { properties: { scriptEngine: "v2", body: "done(1); return 1;" } }, 400],
  ["v2 without done(", { properties: { scriptEngine: "v2", body: "console.log(1);" } }, 400, "done()"],
  [
    "v2 with return in a nested function",
    { properties: { scriptEngine: "v2", body: "const f = () => { return 1; }; done(f());" } },
    200,
  ],
  ["a filter v2 without done(", { type: "filter", properties: { scriptEngine: "v2", body: "1" } }, 400, "done()"],
  ["a versionless script without done", { properties: { body: "console.log('hello, world!')" } }, 200],
  ["a versionless script that is not JavaScript", { properties: { body: "This is a bad script step;" } }, 200],
  ["no properties", { properties: undefined }, 200],
  [
    "a reference to an undeclared variable",
    { type: "httpRequest", properties: { method: "GET", url: "${sfdc}" } },
    200,
  ],
  ["an unknown sub-formula", { type: "formula", properties: { formulaId: -1 } }, 200],
  ["an unknown type", { type: "teleport" }, 400, "teleport"],
  ["an empty name", { name: "" }, 400, "name"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"].map((name): (typeof steps)[number] => [
    `a name that is ${name}`,
    { name },
    200,
  ]),
  ["onSuccess to a missing step", { onSuccess: ["nowhere"] }, 200],
  ["a cycle", { onSuccess: ["first"] }, 200],
];

describe.each(steps)("%s", (_, fields, status, word = "") => {
  test(`is ${status} in POST /formulas`, async () => {
    const reply = await post("/formulas", aFormula({ steps: [aStep("first"), aStep("probe", fields)] }));
    expect(reply.status, reply.text).toBe(status);
    if (status !== 200)
      expect(reply.body).toEqual({ message: expect.stringContaining(word), requestId: expect.any(String) });
  });

  test(`is ${status} in POST /formulas/{id}/steps`, async () => {
    const { id } = await created();
    const reply = await post(`/formulas/${id}/steps`, aStep("probe", fields));
    expect(reply.status, reply.text).toBe(status);
    if (status !== 200) expect(reply.body.message).toContain(word);
  });
});

test.each([
  ["0/30 * * 1/1 * ? *", 400],
  ["* * * * * ?", 400],
  ["not a cron", 400],
  ["0 0/15 * 1/1 * ? *", 200],
  ["0 0/60 * 1/1 * ? *", 200],
  ["0 0 0 1,10,15 1/1 ? *", 200],
  ["${config.cron}", 200],
])("a scheduled trigger with the cron %s is %i", async (cron, status) => {
  const { id } = await created(aFormula({ triggers: [] }));
  const trigger = { type: "scheduled", properties: { cron }, onSuccess: [] };
  expect((await post(`/formulas/${id}/triggers`, trigger)).status).toBe(status);
  expect((await post("/formulas", aFormula({ triggers: [trigger] }))).status).toBe(status);
});

test("two configurations with one key are 409", async () => {
  expect((await post("/formulas", aFormula({ configuration: [{ key: "a" }, { key: "a" }] }))).status).toBe(409);
});

test("a formula from before variable names had to be unique can be changed, until its variables are", async () => {
  const { id, configuration } = await created(aFormula({ configuration: [{ key: "a" }, { key: "b" }, { key: "c" }] }));
  await api.app.db.prisma.$executeRaw`update formula set definition = jsonb_set(jsonb_set(definition::jsonb,
    '{configuration,0,name}', '"Twin"'), '{configuration,1,name}', '"Twin"') where id = ${id}`;
  const change = (method: string, path: string, body?: unknown) =>
    api.fetch(`/formulas/${id}${path}`, { as: acme.designer, method, ...(body !== undefined && { body }) });
  const [first, second, third] = configuration.map((variable: { id: number }) => `/configuration/${variable.id}`);

  expect((await change("PATCH", "", { active: false })).status).toBe(200);
  expect((await change("POST", "/steps", aStep("another"))).status).toBe(200);
  expect((await change("PUT", third, { key: "c", required: false })).status).toBe(200);
  expect((await change("PUT", "", { ...(await change("GET", "")).body, active: true })).status).toBe(200);

  expect((await change("PUT", third, { key: "c", name: "Twin" })).status).toBe(409);
  expect((await change("PUT", second, { key: "b", name: "Twin", required: false })).status).toBe(409);
  expect((await change("PUT", first, { key: "a", name: "First" })).status).toBe(200);
  expect((await change("PUT", second, { key: "b", name: "First" })).status).toBe(409);
});

test("two steps with one name are 409, and the message says which", async () => {
  const reply = await post("/formulas", aFormula({ steps: [aStep("twin"), aStep("twin")] }));
  expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('"twin"')]);
});

test("a versionless script joins a formula whose scripts are all v1 as v1, and stays versionless elsewhere", async () => {
  const v1 = { properties: { scriptEngine: "v1", body: "return {a: 1};" } };
  const old = await created(aFormula({ steps: [aStep("first", v1)] }));
  const plain = aStep("added", { properties: { body: "return {b: 1};" } });
  expect((await post(`/formulas/${old.id}/steps`, plain)).body.properties.scriptEngine).toBe("v1");
  const mixed = await created(
    aFormula({ steps: [aStep("first", v1), aStep("second", { properties: { scriptEngine: "v2", body: "done()" } })] }),
  );
  expect((await post(`/formulas/${mixed.id}/steps`, plain)).body.properties).not.toHaveProperty("scriptEngine");
});

test("the v3 engine refuses java and notification steps", async () => {
  for (const type of ["java", "notification"]) {
    const reply = await post(
      "/formulas",
      aFormula({ engine: "v3", steps: [aStep("first", { type, properties: { body: "done(true)" } })] }),
    );
    expect([reply.status, reply.body.message]).toEqual([
      400,
      expect.stringContaining("Invalid formula for the v3 engine"),
    ]);
  }
  const { id } = await created(
    aFormula({ steps: [aStep("first", { type: "notification", properties: { body: "done(true)" } })] }),
  );
  const reply = await api.fetch(`/formulas/${id}`, { as: acme.designer, method: "PATCH", body: { engine: "v3" } });
  expect(reply.status).toBe(400);
});

test("the engine is v1 or v3", async () => {
  expect((await post("/formulas", aFormula({ engine: "v2" }))).status).toBe(400);
});

test("A23: texts that Postgres cannot store are 400, others are returned unchanged", async () => {
  expect((await post("/formulas", aFormula({ description: "a\u0000b" }))).status).toBe(400);
  expect((await post("/formulas", `{"name":"x","description":"\\ud800"}`)).status).toBe(400);
  const description = "naïve 😀 \\u0000 ' \" $1 %s";
  expect((await post("/formulas", aFormula({ description }))).body.description).toBe(description);
});

test("A22: __proto__ in properties pollutes nothing", async () => {
  const reply = await post(
    "/formulas",
    `{"name":"p","steps":[{"name":"a","type":"script","properties":{"__proto__":{"polluted":1},"body":"done()"}}]}`,
  );
  expect([reply.status, reply.body.steps[0].properties]).toEqual([200, { body: "done()" }]);
  expect(Object.prototype).not.toHaveProperty("polluted");
});
