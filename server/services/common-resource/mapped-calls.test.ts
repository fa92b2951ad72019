import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let element: { id: number; key: string };
let instance: { id: number; token: string };
let sibling: typeof instance;
let name: string;

const PEOPLE = [
  { Id: 1, FullName: "Ada", Age: "36", City: "London" },
  { Id: 2, FullName: "Alan", Age: "41", City: "Wilmslow" },
];
const respond = ({ url = "" }: IncomingMessage, response: ServerResponse) => {
  const body = /\/people\/\d/.test(url) ? PEOPLE[0] : PEOPLE;
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const parameter = (type: string, key: string) => ({ name: key, vendorName: key, type, vendorType: type });
const BODY = parameter("body", "body");
const ID = { ...parameter("path", "id"), required: true };

beforeAll(async () => {
  provider = await aProvider(respond);
  api = await aRunningApi();
  const created = await post("/elements", {
    name: "Crm",
    key: "mappedcrm",
    description: "A CRM",
    hub: "crm",
    authentication: { type: "custom" },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    resources: [
      {
        method: "GET",
        path: "/people",
        vendorPath: "/people",
        parameters: ["where", "fields", "orderBy"].map((key) => parameter("query", key)),
      },
      { method: "POST", path: "/people", vendorPath: "/people", parameters: [BODY] },
      { method: "GET", path: "/people/{id}", vendorPath: "/people/{id}", parameters: [ID] },
      { method: "PATCH", path: "/people/{id}", vendorPath: "/people/{id}", parameters: [ID, BODY] },
    ],
  });
  element = created.body;
  instance = (await post("/instances", { name: "one", element: { id: element.id } })).body;
  sibling = (await post("/instances", { name: "two", element: { id: element.id } })).body;
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
let count = 0;
beforeEach(() => {
  name = `person${++count}`;
  provider.requests.length = 0;
});

const post = (path: string, body: unknown) => api.fetch(path, { as: api.as, method: "POST", body });
const call = (path: string, more: object = {}, of = instance) => {
  const [user] = api.as.authorization.split(",");
  return api.fetch(`/hubs/crm${path}`, { as: { authorization: `${user}, Element ${of.token}` }, ...more });
};
const bodyOf = async (...request: Parameters<typeof call>) => (await call(...request)).body;
const at = {
  organization: () => `/organizations/elements/${element.key}/transformations/${name}`,
  account: () => `/accounts/elements/${element.key}/transformations/${name}`,
  instance: () => `/instances/${instance.id}/transformations/${name}`,
};
const FIELDS = {
  id: { path: "id", type: "number", vendorPath: "Id", vendorType: "number" },
  name: { path: "name", type: "string", vendorPath: "FullName", vendorType: "string" },
  age: { path: "age", type: "number", vendorPath: "Age", vendorType: "string" },
};
type Field = keyof typeof FIELDS;
const mapping = (fields: Field[], ...settings: [string, boolean?][]) => ({
  vendorName: "people",
  fields: fields.map((key) => FIELDS[key]),
  configuration: settings.map(([type, applies = true]) => ({
    type,
    properties: { fromVendor: applies, toVendor: applies },
  })),
});
const save = async (level: keyof typeof at, transformation: object) =>
  expect((await post(at[level](), transformation)).status).toBe(200);

describe("a common resource of an element instance", () => {
  test("is listed and read with our fields, by its own name", async () => {
    await save("account", mapping(["id", "name", "age"]));
    expect(await bodyOf(`/${name}`)).toEqual([
      { id: 1, name: "Ada", age: 36 },
      { id: 2, name: "Alan", age: 41 },
    ]);
    expect(await bodyOf(`/${name}/1`)).toEqual({ id: 1, name: "Ada", age: 36 });
    expect(provider.requests.map(({ url }) => url)).toEqual(["/people", "/people/1"]);
  });

  test("leaves the provider's own fields under the provider's name", async () => {
    await save("account", mapping(["name"]));
    expect(await bodyOf("/people")).toEqual(PEOPLE);
  });

  test("takes bodies of POST and PATCH with our fields", async () => {
    await save("account", mapping(["name", "age"]));
    await call(`/${name}`, { method: "POST", body: { name: "Grace", age: 85 } });
    await call(`/${name}/1`, { method: "PATCH", body: { name: "Ada King" } });
    expect(provider.requests.map(({ method, body }) => [method, JSON.parse(String(body))])).toEqual([
      ["POST", { FullName: "Grace", Age: "85" }],
      ["PATCH", { FullName: "Ada King" }],
    ]);
  });

  test("takes our fields in where, fields and orderBy", async () => {
    await save("account", mapping(["id", "name"]));
    const reply = await bodyOf(`/${name}?where=${encodeURIComponent("name='Ada'")}&fields=name&orderBy=name`);
    const { searchParams } = new URL(provider.requests[0]?.url ?? "", "http://localhost");
    expect(searchParams.get("where")).toMatch(/FullName\s*=\s*'Ada'/);
    expect(searchParams.get("orderBy")).toContain("FullName");
    expect(reply).toEqual([{ name: "Ada" }, { name: "Alan" }]);
  });

  test("converts by script in both directions, and the conditions of a where", async () => {
    const body = `
      if (isWhere) transformedObject.where.forEach((one) => { one.value = one.value.toUpperCase(); });
      else if (fromVendor) transformedObject.label = originalObject.FullName + "!";
      else transformedObject.City = "Paris";
      done(transformedObject);`;
    const script = { body, mimeType: "application/javascript" };
    await save("account", { ...mapping(["name"], ["applyJSOnQueryFieldValue"]), script });
    expect((await bodyOf(`/${name}`))[0]).toEqual({ name: "Ada", label: "Ada!" });
    await call(`/${name}`, { method: "POST", body: { name: "Grace" } });
    expect(JSON.parse(String(provider.requests[1]?.body))).toEqual({ FullName: "Grace", City: "Paris" });
    await call(`/${name}?where=${encodeURIComponent("name='ada'")}`);
    expect(decodeURIComponent(provider.requests[2]?.url ?? "")).toContain("'ADA'");
  });

  test("is in the list of objects, the metadata and the documentation of the instance", async () => {
    await save("account", mapping(["id", "name"], ["addToDocumentation"]));
    expect(await bodyOf("/objects")).toEqual(expect.arrayContaining(["people", name]));
    const named = (await bodyOf("/objects", { headers: { "elements-version": "Helium" } })) as { name: string }[];
    expect(named.find((one) => one.name === name)).toMatchObject({ vendorName: "people", type: "vdr" });
    const { fields } = await bodyOf(`/objects/${name}/metadata`);
    expect(fields.map(({ path, vendorPath }: Record<string, string>) => [path, vendorPath])).toEqual([
      ["id", "Id"],
      ["name", "FullName"],
    ]);
    const docs = (await api.fetch(`/instances/${instance.id}/docs`, { as: api.as })).body;
    expect(Object.keys(docs.paths)).toEqual(expect.arrayContaining(["/people", `/${name}`, `/${name}/{id}`]));
    expect(Object.keys(docs.definitions[name].properties)).toEqual(["id", "name"]);
  });

  test("is counted as created and as called", async () => {
    const counted = async (metric: string) =>
      (await api.fetch(`/metrics/${metric}`, { as: api.as })).body.reduce(
        (sum: number, row: { count: number }) => sum + row.count,
        0,
      );
    const before = [await counted("vdrs-created"), await counted("vdrs-invoked")];
    await post(`/accounts/objects/${name}/definitions`, { fields: [] });
    await save("account", mapping(["name"]));
    await bodyOf(`/${name}`);
    await bodyOf("/people");
    await api.app.usage.flush();
    expect([await counted("vdrs-created"), await counted("vdrs-invoked")]).toEqual(before.map((sum = 0) => sum + 1));
  });
});

test("webhooks keep the provider's data, also of an object that a common resource maps", async () => {
  await save("organization", mapping(["id", "name"]));
  const configuration = { "event.notification.enabled": "true" };
  const watched = (await post("/instances", { name: "watched", element: { id: element.id }, configuration })).body;
  expect(await bodyOf(`/${name}/1`, {}, watched)).toEqual({ id: 1, name: "Ada" });
  const sent = await post(`/events/${element.key}/${watched.id}`, PEOPLE[0]);
  expect(sent.status).toBe(200);
  const { body } = await api.fetch(`/instances/${watched.id}/events`, { as: api.as });
  expect(body).toHaveLength(1);
  const event = (await api.fetch(`/instances/${watched.id}/events/${body[0].id}`, { as: api.as })).body;
  expect(JSON.parse(event.providerData)).toEqual(PEOPLE[0]);
});

describe("a common resource that has the name of a platform path", () => {
  const direct = (path: string, as: object) => api.fetch(path, { as: as as typeof api.as });

  test.each(["users", "jobs", "usage", "accounts", "integrations"])(
    "goes before /%s for a call with its token",
    async (path) => {
      name = path;
      await save("instance", mapping(["id"]));
      const [user, organization] = api.as.authorization.split(",");
      const withToken = { authorization: `${user},${organization}, Element ${instance.token}` };
      expect((await direct(`/${path}`, withToken)).body).toEqual([{ id: 1 }, { id: 2 }]);
      expect((await direct(`/${path}/1`, withToken)).body).toEqual({ id: 1 });
      expect(provider.requests.map(({ url }) => url)).toEqual(["/people", "/people/1"]);
      const other = { authorization: `${user},${organization}, Element ${sibling.token}` };
      for (const as of [api.as, other]) expect((await direct(`/${path}`, as)).body).not.toEqual([{ id: 1 }, { id: 2 }]);
      expect(provider.requests).toHaveLength(2);
      await api.fetch(at.instance(), { as: api.as, method: "DELETE" });
    },
  );
});

describe("levels", () => {
  test("the most specific transformation replaces the others", async () => {
    await save("organization", mapping(["id"]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ id: 1 });
    await save("account", mapping(["name"]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ name: "Ada" });
    await save("instance", mapping(["age"]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ age: 36 });
    expect((await bodyOf(`/${name}`, {}, sibling))[0]).toEqual({ name: "Ada" });
  });

  test("one that inherits adds the fields of the levels above", async () => {
    await save("organization", mapping(["id"]));
    await save("account", mapping(["name"], ["inherit"]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ id: 1, name: "Ada" });
  });

  test("passThrough adds what is not mapped; false leaves it out", async () => {
    await save("account", mapping(["name"], ["passThrough"]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ name: "Ada", Id: 1, Age: "36", City: "London" });
    await save("instance", mapping(["name"], ["passThrough", false]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ name: "Ada" });
  });

  test("remove takes the common resource away from one account or instance", async () => {
    await save("organization", mapping(["name"]));
    await save("instance", mapping([], ["remove"]));
    await bodyOf(`/${name}`);
    await bodyOf(`/${name}`, {}, sibling);
    expect(provider.requests.map(({ url }) => url)).toEqual([`/${name}`, "/people"]);
  });

  test("a change acts on the next request, and so does a deletion", async () => {
    await save("account", mapping(["name"]));
    expect((await bodyOf(`/${name}`))[0]).toEqual({ name: "Ada" });
    await api.fetch(at.account(), { as: api.as, method: "PUT", body: mapping(["id"]) });
    expect((await bodyOf(`/${name}`))[0]).toEqual({ id: 1 });
    await api.fetch(at.account(), { as: api.as, method: "DELETE" });
    await bodyOf(`/${name}`);
    expect(provider.requests.at(-1)?.url).toBe(`/${name}`);
  });

  test("a transformation of the element is below all levels", async () => {
    const own = { ...mapping(["id"]), objectName: name };
    const created = await post("/elements", {
      ...{ name: "Bringer", description: "x", hub: "crm", authentication: { type: "custom" } },
      configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
      defaultTransformations: [own, { nothing: true }],
    });
    const of = (await post("/instances", { name: "three", element: { id: created.body.id } })).body;
    const called = async () => {
      await api.app.usage.flush();
      const rows = (await api.fetch("/metrics/vdrs-invoked", { as: api.as })).body as { count: number }[];
      return rows.reduce((sum, { count: one }) => sum + one, 0);
    };
    const before = await called();
    expect((await bodyOf(`/${name}`, {}, of))[0]).toEqual({ id: 1 });
    expect(await called()).toBe(before + 1);
    const path = `/accounts/elements/${created.body.id}/transformations/${name}`;
    await post(path, mapping(["name"], ["inherit"]));
    expect((await bodyOf(`/${name}`, {}, of))[0]).toEqual({ id: 1, name: "Ada" });
    expect((await api.fetch(path, { as: api.as })).body.fields).toMatchObject([
      { path: "name", level: "account" },
      { path: "id", level: "element" },
    ]);
  });
});
