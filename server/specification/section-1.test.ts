import { afterAll, beforeAll, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";

let product: DemoProduct;

beforeAll(async () => {
  product = await aDemoProduct();
});
afterAll(() => product.close());

test("spec §1 elements, element instances, hubs: one call means the same at two providers of a hub", async () => {
  const [acme, beacon] = [await product.connect("democrm"), await product.connect("demobeacon")];
  for (const { id, token } of [acme, beacon]) expect([id, token]).toEqual([expect.any(Number), expect.any(String)]);
  for (const name of ["contacts", "accounts", "opportunities", "contacts/1/activities"]) {
    const ofAcme = (
      await product.send(
        `GET /hubs/crm/${name.replace("/1/", `/${await firstContact(acme.as)}/`)}?pageSize=2`,
        undefined,
        { as: acme.as },
      )
    ).body;
    const ofBeacon = (await product.send(`GET /hubs/crm/${name}?pageSize=2`, undefined, { as: beacon.as })).body;
    const [types, same] = [typesOf(ofAcme[0]), typesOf(ofBeacon[0])];
    expect(types, name).toMatchObject(same as object);
    expect(Object.keys(same).length, name).toBeGreaterThan(4);
  }
});

const firstContact = async (as: DemoProduct["as"]) =>
  (await product.send("GET /hubs/crm/contacts?pageSize=1", undefined, { as })).body[0].id;

/** The fields of an object with the types of their values; dates are texts of one form. */
function typesOf(value: unknown): object | string {
  if (Array.isArray(value)) return ["list"];
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, typesOf(inner)]));
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? "date and time" : typeof value;
}

test("spec §1 hubs: requests mean the same at two providers, and the provider's own fields are under its own name", async () => {
  const { as } = await product.connect("demobeacon");
  const body = {
    first_name: "Grace",
    last_name: "Hopper",
    email: "grace@example.test",
    address: { city: "Arlington" },
  };
  const created = await product.send("POST /hubs/crm/contacts", body, { as });
  expect(created.body).toMatchObject({ ...body, id: expect.any(String) });
  const found = await product.send(
    "GET /hubs/crm/contacts?where=email='grace@example.test'&fields=id,address.city",
    undefined,
    { as },
  );
  expect(found.body).toEqual([{ id: created.body.id, address: { city: "Arlington" } }]);
  const names: string[] = (await product.send("GET /objects", undefined, { as })).body;
  for (const name of names)
    expect([name, (await product.send(`GET /hubs/crm/${name}?pageSize=1`, undefined, { as })).status]).toEqual([
      name,
      200,
    ]);
  expect(names).not.toContain("activities");
  expect((await product.send(`GET /hubs/crm/people/${created.body.id}`, undefined, { as })).body).toMatchObject({
    givenName: "Grace",
  });
});

test("spec §1 hubs: elements are grouped into them", async () => {
  const { body: keys } = await product.send("GET /hubs/keys");
  expect(keys).toEqual(expect.arrayContaining(["documents", "crm", "general", "humancapital", "erp"]));
  const { body: elements } = await product.send("GET /hubs/humancapital/elements");
  expect(elements.map(({ key }: { key: string }) => key)).toContain("demohr");
});

test("spec §1 formulas, events: triggers, variables and steps make a workflow, run as executions of an instance", async () => {
  const { id } = await product.connect("demobeacon");
  const { formulaInstanceId } = await product.aRunnable(
    {
      name: "Greets the first contact",
      configuration: [
        { key: "crm", name: "CRM", type: "elementInstance" },
        { key: "greeting", name: "Greeting", type: "value" },
      ],
      triggers: [{ type: "manual", onSuccess: ["find"] }],
      steps: [
        {
          name: "find",
          type: "elementRequest",
          properties: {
            elementInstanceId: "${config.crm}",
            method: "GET",
            api: "/hubs/crm/contacts",
            query: { pageSize: 1 },
          },
          onSuccess: ["greet"],
        },
        {
          name: "greet",
          type: "script",
          properties: { body: "done({ greeting: config.greeting + steps.find.response.body[0].first_name.length });" },
        },
      ],
    },
    { configuration: { crm: String(id), greeting: "Hello " } },
  );
  const run = await product.run(formulaInstanceId);
  expect(run).toMatchObject({ status: "success", result: { greeting: expect.stringMatching(/^Hello \d+$/) } });
});

test("spec §1 JSON: errors of every layer are JSON as well", async () => {
  for (const line of ["GET /nowhere", "GET /formulas/99999999", "POST /formulas"]) {
    const { status, headers, body } = await product.send(line, line.startsWith("POST") ? "{" : undefined);
    expect(status).toBeGreaterThanOrEqual(400);
    expect([headers.get("content-type"), body.message]).toEqual([expect.stringMatching(/json/), expect.any(String)]);
  }
});
