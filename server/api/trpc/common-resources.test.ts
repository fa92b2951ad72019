import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

// The mapping editor, against a provider over HTTP.

let api: RunningApi;
let provider: AProvider;
let acme: TestOrganization;
let element: { id: number; key: string };
let connection: { id: number };
let name: string;
const sessions = new Map<Person, string>();

const PEOPLE = [
  { Id: 1, FullName: "Ada", Since: "2020-01-02", Home: { Town: "London" } },
  { Id: 2, FullName: "Alan", Home: [] },
];

beforeAll(async () => {
  provider = await aProvider(({ url = "" }, response) => {
    const isBroken = url.startsWith("/broken");
    response
      .writeHead(isBroken ? 503 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(isBroken ? { error: "the provider is down" } : PEOPLE));
  });
  api = await aRunningApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  const parameters = ["where", "fields", "pageSize"].map((key) => ({
    ...{ name: key, vendorName: key, type: "query", vendorType: "query" },
  }));
  const read = (path: string) => ({ method: "GET", path, vendorPath: path, parameters });
  element = await post("/elements", {
    ...{ name: "People", key: "people-crm", description: "x", hub: "crm", authentication: { type: "custom" } },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    resources: [read("/people"), read("/broken")],
  });
  connection = await post("/instances", { name: "one", element: { id: element.id } });
  for (const person of [acme.administrator, acme.designer, acme.viewer]) {
    const { token } = await createSession({ username: person.email, password: person.password });
    sessions.set(person, token);
  }
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
let count = 0;
beforeEach(() => {
  name = `mapped${++count}`;
});

const post = async (path: string, body: unknown) =>
  (await api.fetch(path, { as: acme.administrator, method: "POST", body })).body;
const reply = (path: string, input?: unknown, as: Person = acme.administrator) =>
  sendAsScreen(sessions.get(as), path, input);
const send = async (path: string, input?: unknown) => {
  const { error, result } = await reply(path, input);
  if (error) throw new Error(error.message);
  return result.data;
};
const of = (more: object = {}) => ({ level: "organization", name, elementKey: element.key, ...more });
const field = (path: string, vendorPath: string, more: object = {}) => ({ path, vendorPath, ...more });
const mapping = (...fields: object[]) => ({ vendorName: "people", fields });
const save = (transformation: object, more: object = {}) =>
  send("commonResource.save", { of: of(), transformation, newFields: [], basedOn: null, ...more });

test("records of a provider are read as they are, with the fields that they have", async () => {
  await save(mapping(field("id", "FullName")), { of: of({ name: "people" }) });
  const { fields, records, failure } = await send("commonResource.sample", {
    ...{ elementInstanceId: connection.id, objectName: "people" },
  });
  expect(failure).toBeNull();
  expect(records).toEqual(PEOPLE);
  expect(fields.map(({ path, samples }: { path: string; samples: unknown[] }) => [path, samples])).toEqual([
    ["Id", [1, 2]],
    ["FullName", ["Ada", "Alan"]],
    ["Since", ["2020-01-02"]],
    ["Home.Town", ["London"]],
    ["Home", [[]]],
  ]);
});

test("without records the described fields stay, with what the provider says", async () => {
  const { records, failure } = await send("commonResource.sample", {
    ...{ elementInstanceId: connection.id, objectName: "broken" },
  });
  expect(records).toEqual([]);
  expect(failure).toContain("the provider is down");
});

test("a preview maps a record in both directions, and the conditions, and saves nothing", async () => {
  const transformation = {
    ...mapping(field("name", "FullName"), field("city", "Home.Town"), field("since", "Since", { type: "string" })),
    script: {
      body: "if (fromVendor) transformedObject.loud = originalObject.FullName.toUpperCase(); done(transformedObject);",
    },
  };
  expect(
    await send("commonResource.preview", { of: of(), transformation, record: PEOPLE[0], where: "city = 'London'" }),
  ).toEqual({
    problems: [],
    fromVendor: { value: { name: "Ada", city: "London", since: "2020-01-02", loud: "ADA" } },
    toVendor: { value: { FullName: "Ada", Home: { Town: "London" }, Since: "2020-01-02" } },
    where: { value: "Home.Town = 'London'" },
  });
  expect((await reply("commonResource.read", { name })).error.data.status).toBe(404);
});

test("a mapping that cannot be saved is refused with the names of its fields, as people see them", async () => {
  const save = async (...fields: object[]) =>
    (await reply("commonResource.save", { of: of(), transformation: mapping(...fields), newFields: [], basedOn: null }))
      .error;
  const unreadable = await save(field("name", "c["));
  expect(unreadable).toMatchObject({
    message: expect.stringMatching(/^name, provider’s path: /),
    data: { status: 400 },
  });
  const torn = await save(field("name", "a"), field("name.first", "b"));
  const both = { message: expect.stringMatching(/^name\.first, path: .*"name"/), data: { status: 400 } };
  expect(torn).toMatchObject(both);
  const newFields = ["name", "name.first"].map((path) => ({ path, type: "string" }));
  const work = { of: of(), transformation: mapping(field("id", "a")), newFields, basedOn: null };
  expect((await reply("commonResource.save", work)).error).toMatchObject(both);
});

test("a preview says what is wrong, and what a script throws", async () => {
  const wrong = await send("commonResource.preview", { of: of(), transformation: mapping(field("a..b", "c")) });
  expect(wrong.problems).toEqual([
    {
      place: "fields[0].path",
      field: { path: "a..b", part: "path" },
      reason: expect.stringContaining("cannot be read"),
    },
  ]);
  const failing = { ...mapping(field("name", "FullName")), script: { body: "throw new Error('no luck');" } };
  const { fromVendor, where } = await send("commonResource.preview", {
    ...{ of: of(), transformation: failing, record: PEOPLE[0], where: "name =" },
  });
  expect(fromVendor.failure).toContain("no luck");
  expect(where.failure).toMatch(/where/);
});

describe("a field that has another path is so in the definition as well", () => {
  const fieldsOf = async () =>
    (await send("commonResource.mapping", of())).fields.map(({ path, type }: Record<string, string>) => [path, type]);
  const rename = async (from: string, to: string) => {
    const { version } = await send("commonResource.mapping", of());
    return save(mapping(field(to, "FullName")), { newFields: [], renamed: [{ from, to }], basedOn: version });
  };

  test("in its place and with its type", async () => {
    const newFields = [{ path: "name", type: "integer" }, { path: "city" }];
    await save(mapping(field("name", "FullName")), { newFields });
    await rename("name", "full");
    expect(await fieldsOf()).toEqual([
      ["full", "integer"],
      ["city", "string"],
    ]);
    await rename("full", "city");
    expect(await fieldsOf()).toEqual([["city", "string"]]);
  });

  test("unless another mapping has it, or nobody defined it", async () => {
    await save(mapping(field("name", "FullName")), { newFields: [{ path: "name" }] });
    const account = { level: "account", name, elementKey: element.key };
    await send("commonResource.save", {
      of: account,
      transformation: mapping(field("name", "Id")),
      newFields: [],
      basedOn: null,
    });
    const { version } = await send("commonResource.mapping", of());
    const renamed = [{ from: "name", to: "full" }];
    await save(mapping(field("full", "FullName")), { newFields: [{ path: "full" }], renamed, basedOn: version });
    expect(await fieldsOf()).toEqual([
      ["name", "string"],
      ["full", "string"],
    ]);
    await rename("nothing", "else");
    expect((await fieldsOf()).map(([path]: string[]) => path)).toEqual(["name", "full"]);
  });
});

test("saving keeps new fields with the mapping, and the next reader sees both levels", async () => {
  await save(mapping(field("name", "FullName")), { newFields: [{ path: "name" }] });
  const account = { level: "account", name, elementKey: element.key };
  const transformation = { ...mapping(field("city", "Home.Town")), configuration: [{ type: "inherit" }] };
  await send("commonResource.save", { of: account, transformation, newFields: [{ path: "city" }], basedOn: null });
  const found = await send("commonResource.mapping", account);
  expect(found.own.fields.map(({ path }: { path: string }) => path)).toEqual(["city"]);
  expect(found.inherited.fields).toMatchObject([{ path: "name", level: "organization" }]);
  expect(found.fields).toMatchObject([
    { path: "name", level: "organization" },
    { path: "city", level: "account" },
  ]);
  expect(found.connections).toEqual([{ id: connection.id, name: "one" }]);
  expect(found.objects).toEqual(["people", "broken"]);
  expect(await send("commonResource.list")).toContainEqual({
    ...{ name, fields: 2, levels: ["organization", "account"], elements: [{ key: element.key, name: "People" }] },
  });
});

test("the list names elements that map a common resource by themselves, as its page does", async () => {
  await save(mapping(field("name", "FullName")), { newFields: [{ path: "name" }] });
  const bringer = await post("/elements", {
    ...{ name: "Bringer", description: "x", hub: "crm", authentication: { type: "custom" } },
    configuration: [{ key: "base.url", name: "Base", description: "Base", defaultValue: provider.url }],
    defaultTransformations: [{ ...mapping(field("name", "Name")), objectName: name }],
  });
  await post("/instances", { name: "brings", element: { id: bringer.id } });
  const listed: { name: string; elements: { name: string }[] }[] = await send("commonResource.list");
  expect(listed.find((one) => one.name === name)?.elements.map((one) => one.name)).toEqual(["People", "Bringer"]);
  const { elements } = await send("commonResource.read", { name });
  expect(elements).toContainEqual(expect.objectContaining({ name: "Bringer", brings: true }));
});

test("of two people who save one mapping, the second gets a conflict and changes nothing", async () => {
  const { version } = await save(mapping(field("name", "FullName")));
  await save(mapping(field("first", "FullName")), { basedOn: version });
  for (const basedOn of [version, null]) {
    const late = { of: of(), transformation: mapping(field("late", "Id")), newFields: [{ path: "late" }], basedOn };
    const { error } = await reply("commonResource.save", late);
    expect(error.data.status).toBe(409);
  }
  const { own, fields } = await send("commonResource.mapping", of());
  expect(own.fields).toMatchObject([{ path: "first" }]);
  expect(fields).toEqual([]);
});

test("levels above count again when a mapping is deleted", async () => {
  await save(mapping(field("name", "FullName")));
  const account = { level: "account", name, elementKey: element.key };
  await send("commonResource.save", { of: account, transformation: mapping(), newFields: [], basedOn: null });
  await send("commonResource.removeMapping", account);
  expect((await send("commonResource.mapping", account)).inherited.fields).toMatchObject([{ path: "name" }]);
});

test("only administrators change the organization, and a viewer previews nothing", async () => {
  const work = { of: of(), transformation: mapping(), newFields: [], basedOn: null };
  for (const person of [acme.designer, acme.viewer])
    expect((await reply("commonResource.save", work, person)).error.data.status).toBe(403);
  expect((await reply("commonResource.preview", work, acme.viewer)).error.data.status).toBe(403);
  const seen = (await reply("commonResource.mapping", of(), acme.designer)).result.data;
  expect(seen.mayChange).toBe(false);
});
