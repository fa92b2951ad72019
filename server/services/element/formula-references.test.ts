import { afterAll, beforeAll, expect, test } from "vitest";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { aStep } from "#server/testing/formulas.ts";
import { anOrganization } from "#server/testing/organizations.ts";

type Person = Awaited<ReturnType<typeof anOrganization>>["administrator"];

let api: TestApi;
let author: Person;
let foreign: Person;
let siblings: readonly Person[];
let count = 0;

beforeAll(async () => {
  api = await anApi();
  const organization = await anOrganization(api.app);
  author = organization.administrator;
  foreign = (await anOrganization(api.app)).administrator;
  siblings = [await organization.aColleague(), await organization.aColleague()];
});
afterAll(() => api.close());

const send = (method: string, path: string, body?: unknown, as = author) =>
  api.fetch(path, { as, method, ...(body !== undefined && { body }) });

async function created(path: string, body: object, as?: Person) {
  const reply = await send("POST", path, body, as);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const aFormula = async (as?: Person): Promise<number> =>
  (
    await created(
      "/formulas",
      {
        name: `Answers ${++count}`,
        configuration: [{ key: "crm", name: "CRM", type: "elementInstance", required: true }],
        triggers: [{ type: "manual", onSuccess: ["first"] }],
        steps: [aStep("first", { properties: { body: "done({})" } })],
      },
      as,
    )
  ).id;
const running = (formulaId: number, path = "/answer") => ({
  ...{ method: "GET", path, type: "formulaAsResource", formulaId },
});
const anElement = (...resources: object[]) => {
  const key = `answers${++count}`;
  return { name: key, key, description: "x", hub: "crm", authentication: { type: "custom" }, resources };
};

test("an element runs formulas of its own account only, however it is saved", async () => {
  const own = await aFormula();
  const wanted = { "of another organization": await aFormula(foreign), "that does not exist": 2 ** 31 - 1 };
  const saved = await created("/elements", anElement(running(own)));
  const [resource] = (await send("GET", `/elements/${saved.key}/resources`)).body;
  for (const [whose, formulaId] of Object.entries(wanted)) {
    const ways: [method: string, path: string, body: unknown][] = [
      ["POST", "/elements", anElement(running(formulaId))],
      ["PUT", `/elements/${anElement().key}`, anElement(running(formulaId))],
      ["PUT", `/elements/${saved.key}`, { ...anElement(running(formulaId)), key: saved.key }],
      ["POST", `/elements/${saved.key}/resources`, running(formulaId, "/other")],
      ["PUT", `/elements/${saved.key}/resources/${resource.id}`, running(formulaId)],
      [
        ...(["POST", `/elements/${saved.key}/revisions`] as const),
        { basedOn: 1, element: { ...anElement(running(formulaId)), key: saved.key } },
      ],
    ];
    for (const [method, path, body] of ways) {
      const reply = await send(method, path, body);
      expect([method, path, whose, reply.status, reply.body.message]).toEqual([
        ...[method, path, whose, 400],
        expect.stringMatching(/^formulaId of GET \/\w+: there is no formula \d+ that you may use\./),
      ]);
    }
    const { body: problems } = await send("POST", "/elements/problems", {
      element: anElement(running(own), running(formulaId, "/x")),
    });
    expect(problems).toEqual([
      { severity: "warning", path: ["resources", 1, "formulaId"], message: expect.stringContaining("GET /x") },
    ]);
  }
});

test("an account may name formulas of the default account, and not those of others", async () => {
  const [one, other] = siblings;
  const create = async (formulaId: number, as?: Person) =>
    (await send("POST", "/elements", anElement(running(formulaId)), as)).status;
  const theirs = await aFormula(one);
  expect([await create(await aFormula(), one), await create(theirs, one), await create(theirs, other)]).toEqual([
    200, 200, 400,
  ]);
});

test("a resource that is no formula may name any, and a deleted formula prevents no other change", async () => {
  const formulaId = await aFormula();
  const element = anElement(running(formulaId), { ...running(2 ** 31 - 1, "/contacts"), type: "api", vendorPath: "/" });
  const { key } = await created("/elements", element);
  expect((await send("DELETE", `/formulas/${formulaId}`)).status).toBe(200);
  expect((await send("PUT", `/elements/${key}`, { ...element, key, description: "y" })).status).toBe(200);
  const { body: copy } = await send("POST", `/elements/${key}/clone`);
  expect(copy.resources[0]).toMatchObject({ formulaId });
});
