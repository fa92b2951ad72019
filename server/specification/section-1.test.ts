import { afterAll, beforeAll, expect, test } from "vitest";
import { aDemoProduct, type DemoProduct } from "#server/testing/demo-product.ts";

let product: DemoProduct;

beforeAll(async () => {
  product = await aDemoProduct();
});
afterAll(() => product.close());

test("spec §1 elements, element instances, hubs: one call means the same at two providers of a hub", async () => {
  for (const key of ["democrm", "demobeacon"]) {
    const { id, token, as } = await product.connect(key);
    expect([id, token]).toEqual([expect.any(Number), expect.any(String)]);
    const { status, body } = await product.ask("GET /hubs/crm/contacts?pageSize=2", undefined, { as });
    expect([status, body.length], key).toEqual([200, 2]);
  }
});

test("spec §1 hubs: elements are grouped into them", async () => {
  const { body: keys } = await product.ask("GET /hubs/keys");
  expect(keys).toEqual(expect.arrayContaining(["documents", "crm", "general", "humancapital", "erp"]));
  const { body: elements } = await product.ask("GET /hubs/humancapital/elements");
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
          properties: { body: "done({ greeting: config.greeting + steps.find.response.body[0].givenName.length });" },
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
    const { status, headers, body } = await product.ask(line, line.startsWith("POST") ? "{" : undefined);
    expect(status).toBeGreaterThanOrEqual(400);
    expect([headers.get("content-type"), body.message]).toEqual([expect.stringMatching(/json/), expect.any(String)]);
  }
});
