import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDemoProduct, asElement, type ConnectedElement, type DemoProduct } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";

let product: DemoProduct;
let provider: AProvider;
let as: ConnectedElement["as"];
let respond: (response: ServerResponse) => void;

const refuse =
  (status: number, body: unknown = { error: "words of the provider" }) =>
  (response: ServerResponse) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

beforeAll(async () => {
  product = await aDemoProduct();
  provider = await aProvider((_, response) => respond(response));
  const body = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
  const since = { name: "since", vendorName: "since", type: "query", vendorType: "query", required: true };
  const element = anElement({
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    resources: [
      { method: "GET", path: "/contacts", vendorPath: "/contacts" },
      { method: "POST", path: "/contacts", vendorPath: "/contacts", parameters: [body] },
      { method: "GET", path: "/changes", vendorPath: "/changes", parameters: [since] },
      {
        method: "GET",
        path: "/broken",
        vendorPath: "/x",
        hooks: [{ type: "preRequest", body: "throw new Error('bug');" }],
      },
    ],
  });
  await product.send("POST /elements", element);
  const { body: created } = await product.send("POST /instances", { name: "i", element: { key: element.key } });
  as = asElement(product.as, created.token);
});
beforeEach(() => {
  respond = refuse(200, [{ id: 1 }]);
});
afterAll(async () => {
  await product.close();
  await provider.close();
});

const hub = (line: string, body?: unknown, headers: Record<string, string> = {}) =>
  product.send(line, body, { as, headers });

test.each(["GET /formulas", "GET /hubs/crm/contacts"])("spec §7 200; §1 JSON: %s succeeds with JSON", async (line) => {
  const reply = await (line.includes("hubs") ? hub(line) : product.send(line));
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
});

// Every creation responds with 200, not 201.
test("spec §7 200: is also the status of creations and deletions", async () => {
  const { status, body } = await product.send("POST /formulas", aFormula());
  expect([status, (await product.send(`DELETE /formulas/${body.id}`)).status]).toEqual([200, 200]);
  respond = refuse(201, { id: 1 });
  expect((await hub("POST /contacts", {})).status).toBe(200);
});

/** A resource that responds with this status without a provider. */
const OUR_OWN: [status: number, why: string, send: () => ReturnType<DemoProduct["send"]>][] = [
  [400, "a parameter is missing", () => hub("GET /changes")],
  [400, "a body that is no JSON", () => product.send("POST /formulas", "{")],
  [401, "no secrets", () => product.send("GET /formulas", undefined, { as: null })],
  [401, "a wrong token", () => product.send("GET /contacts", undefined, { as: asElement(product.as, "wrong") })],
  [403, "a viewer changes something", () => product.send("POST /formulas", aFormula(), { as: product.viewer })],
  [404, "an id that does not exist", () => product.send("GET /formulas/99999999")],
  [404, "a resource that does not exist", () => hub("GET /contacts/1/nothing/2/more")],
  [405, "a wrong verb at the platform", () => product.send("PATCH /formulas/instances")],
  [405, "a wrong verb at a hub", () => hub("PUT /hubs/crm/changes", {})],
  [
    406,
    "a content type that the platform cannot answer",
    () => product.send("GET /formulas", undefined, { headers: { accept: "text/html" } }),
  ],
  [406, "a content type that a hub cannot answer", () => hub("GET /contacts", undefined, { accept: "text/html" })],
  [
    409,
    "a variable that exists",
    () => product.send("POST /formulas", aFormula({ configuration: [{ key: "a" }, { key: "a" }] })),
  ],
  [
    415,
    "a content type that the platform cannot read",
    () => product.send("POST /formulas", "a", { headers: { "content-type": "text/plain" } }),
  ],
  [500, "a hook that fails", () => hub("GET /broken")],
];

test.each(OUR_OWN)(
  "spec §7 400, 401, 403, 404, 405, 406, 409, 415, 500, message, requestId; §1 JSON: %i because of %s",
  async (status, _, send) => {
    const reply = await send();
    expect(reply.status, reply.text).toBe(status);
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
    expect(reply.body).toMatchObject({
      message: expect.stringMatching(/\S/),
      requestId: reply.headers.get("elements-request-id"),
    });
  },
);

test.each([400, 401, 403, 404, 405, 406, 409, 415])(
  "spec §7 400, 401, 403, 404, 405, 406, 409, 415, providerMessage: %i of the provider keeps its code, with the provider's words",
  async (status) => {
    respond = refuse(status);
    const reply = await hub("POST /contacts", { name: "Ada" });
    expect([reply.status, Object.keys(reply.body).sort()]).toEqual([
      status,
      ["message", "providerMessage", "requestId"],
    ]);
    expect(reply.body.providerMessage).toContain("words of the provider");
    expect(reply.body.message).not.toContain("words of the provider");
  },
);

// 500 is the service's own; a provider that fails is 502.
test.each([500, 503])("spec §7 500: %i of the provider is not the service's own", async (status) => {
  respond = refuse(status);
  const reply = await hub("POST /contacts", {});
  expect([reply.status, reply.body.providerMessage]).toEqual([502, expect.stringContaining("words of the provider")]);
});

describe("rules of demo elements", () => {
  test("spec §7 activities page size; §8 maximum page size of activities: more than 100 in a page is an error, also in a header", async () => {
    const crm = await product.connect("democrm");
    const path = "/contacts/con_1/activities";
    expect((await product.send(`GET ${path}?pageSize=100`, undefined, { as: crm.as })).body).toHaveLength(100);
    const refused = await product.send(`GET ${path}?pageSize=101`, undefined, { as: crm.as });
    expect(refused.status).toBe(400);
    // The specification leaves the header's name open.
    expect(refused.headers.get("elements-error")).toContain("100");
  });

  test("spec §7 copy onto itself: a file cannot be copied to its own path", async () => {
    const { as: documents } = await product.connect("demodocuments");
    const [file] = (await product.send("GET /files?pageSize=1", undefined, { as: documents })).body;
    const copy = (path: string) => product.send(`POST /files/${file.id}/copy`, { path }, { as: documents });
    expect((await copy("/a-copy-of-it.txt")).status).toBe(200);
    const refused = await copy(file.path);
    expect([refused.status, refused.body.message]).toEqual([409, expect.any(String)]);
  });
});

test("spec §7 other body fields: there are none", async () => {
  const { body } = await product.send("GET /formulas/99999999");
  expect(Object.keys(body).sort()).toEqual(["message", "requestId"]);
});

test("spec §8 rate limits: wrong secrets from one address are limited, right ones are accepted", async () => {
  const [, organization] = product.as.authorization.split(", ");
  const wrong = { authorization: `User wrong, ${organization}` };
  const statuses = new Set<number>();
  for (let tries = 0; tries < 200 && !statuses.has(429); tries++)
    statuses.add((await product.send("GET /formulas", undefined, { as: wrong })).status);
  expect([...statuses]).toEqual([401, 429]);
  expect((await product.send("GET /formulas")).status).toBe(200);
});
