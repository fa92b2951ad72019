import { afterAll, beforeAll, expect, test } from "vitest";
import { asElement } from "#server/testing/demo-product.ts";
import { anElement } from "#server/testing/elements.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let elementKey: string;
let created: { token: string; objects: { name: string; vendorName: string; type: string }[] };

beforeAll(async () => {
  api = await aRunningApi();
  provider = await aProvider((request, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify([{ at: request.url, none: null }])),
  );
  const element = anElement({
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: `${provider.url}/v3` }],
    resources: [{ method: "GET", path: "/contacts", vendorPath: "/people" }],
  });
  elementKey = element.key;
  await api.fetch("/elements", { as: api.as, method: "POST", body: element });
  const body = { name: "i", element: { key: element.key }, retrieveObjectsAfterInstantiation: true };
  created = (await api.fetch("/instances", { as: api.as, method: "POST", body })).body;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const get = (path: string) => api.fetch(path, { as: asElement(api.as, created.token) });

// The prefix of the normalized type is the service's own.
test("spec §2.8 name, type canonical: is the name of the object in the API, over the provider's own", async () => {
  expect(created.objects).toContainEqual({ name: "contacts", vendorName: "people", type: "formularyCanonical" });
  expect((await get("/contacts")).body).toEqual([{ at: "/v3/people" }]);
  expect((await get("/hubs/crm/contacts")).body).toEqual([{ at: "/v3/people" }]);
});

test("spec §2.8 vendorName, type vendor: the provider's object is reached by its own name, past the mappings", async () => {
  expect(created.objects).toContainEqual({ name: "people", vendorName: "people", type: "vendor" });
  expect((await get("/people")).body).toEqual([{ at: "/v3/people" }]);
});

test("spec §2.8 name, vendorName: every object that is listed can be called by its name", async () => {
  expect(created.objects.length).toBeGreaterThan(1);
  for (const { name } of created.objects) expect((await get(`/${name}`)).status, name).toBe(200);
});

test("spec §2.8 name: GET /objects lists the same names afterwards", async () => {
  const { body } = await get("/objects");
  expect(body).toEqual(["contacts"]);
});

test("spec §2.8 type vdr; §1 virtual data resources: an object of the organization has its fields, over the provider's object", async () => {
  const post = (path: string, body: unknown) => api.fetch(path, { as: api.as, method: "POST", body });
  await post("/organizations/objects/visits/definitions", { fields: [{ path: "page", type: "string" }] });
  const mapped = { vendorName: "people", fields: [{ path: "page", vendorPath: "at" }] };
  await post(`/organizations/elements/${elementKey}/transformations/visits`, mapped);

  const body = { name: "j", element: { key: elementKey }, retrieveObjectsAfterInstantiation: true };
  const { objects, token } = (await post("/instances", body)).body;
  expect(objects).toContainEqual({ name: "visits", vendorName: "people", type: "vdr" });
  expect((await api.fetch("/visits", { as: asElement(api.as, token) })).body).toMatchObject([{ page: "/v3/people" }]);
});
