import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement } from "#server/testing/elements.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { installCatalog } from "./install-catalog.ts";

let api: TestApi;
let acme: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  other = await anOrganization(api.app);
  await installCatalog(api.app, [CATALOG]);
});
afterAll(() => api.close());

const send: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const post = (path: string, body: unknown, as: Person = acme.designer) => api.fetch(path, { as, method: "POST", body });
const put = (path: string, body: unknown) => send(path, { method: "PUT", body });
const remove = (path: string, as: Person = acme.designer) => send(path, { method: "DELETE", as });
const create = async (fields: Record<string, unknown> = {}) => (await post("/elements", anElement(fields))).body;

const aResource = (fields: Record<string, unknown> = {}) => ({
  path: "/contacts",
  method: "GET",
  vendorPath: "/people",
  parameters: [{ name: "page", type: "query", vendorName: "p", vendorType: "query" }],
  hooks: [{ type: "preRequest", body: "done({ request_vendor_headers: configuration })" }],
  ...fields,
});

const CATALOG = anElement({
  key: "crmx",
  name: "CRM X",
  configuration: [{ key: "oauth.api.key", name: "Key", description: "Key", type: "PASSWORD", defaultValue: "secret" }],
  resources: [aResource(), aResource({ path: "/contacts/{id}", parameters: [] })],
  objects: [{ name: "contacts", primaryKeyName: "id", fields: [{ name: "id", type: "string" }] }],
});

describe("an element", () => {
  test("is made, read by key and by id, replaced, listed and deleted", async () => {
    const { status, body } = await post(
      "/elements",
      anElement({ key: undefined, name: "Acme Ltd.", resources: [aResource()] }),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key: "acmeltd",
      private: true,
      extended: false,
      actuallyExtended: false,
      typeOauth: false,
      ownerAccountId: acme.accountId,
      resources: [{ path: "/hubs/crm/contacts", ownerAccountId: acme.accountId, kind: "eb", type: "api" }],
    });
    expect((await send("/elements/acmeltd")).body).toEqual(body);
    expect((await send(`/elements/${body.id}`)).body).toEqual(body);
    expect((await send("/elements")).body[0]).toMatchObject({ id: body.id, key: "acmeltd" });
    expect((await send("/elements")).body[0].resources).toBeUndefined();
    expect((await send("/elements/keys")).body).toContain("acmeltd");
    const changed = await put("/elements/acmeltd", { ...body, description: "Another" });
    expect(changed.body).toEqual({ ...body, description: "Another", updatedDate: expect.any(String) });
    expect((await remove("/elements/acmeltd")).status).toBe(200);
    expect((await send(`/elements/${body.id}`)).status).toBe(404);
  });

  test("every part has an id of its own, which stays when the element is put again without ids", async () => {
    const created = await create({
      parameters: [{ name: "a", type: "value", vendorName: "b", vendorType: "header" }],
      hooks: [{ type: "postRequest", body: "" }],
      resources: [aResource(), aResource({ method: "POST", path: "/contacts" })],
      objects: [{ name: "contacts", fields: [{ name: "id" }, { name: "name" }] }],
    });
    const parts = idsIn(created);
    expect(new Set(parts).size).toBe(parts.length);
    const { body: exported } = await send(`/elements/${created.id}/export`);
    expect(idsIn(exported)).toEqual([created.id]);
    const { body: again } = await put(`/elements/${created.id}`, exported);
    expect(idsIn(again)).toEqual(parts);
  });

  test.each([
    ["oauth2", ["oauth.api.key", "oauth.api.secret", "oauth.callback.url", "oauth.token.url", "oauth.user.token"]],
    ["basic", ["username", "password"]],
    ["awsv4", ["aws.api.key", "aws.api.secret", "aws.region"]],
    ["custom", []],
  ])("of type %s has the configuration of its type and of every element", async (type, keys) => {
    const { configuration, typeOauth } = await create({ authentication: { type } });
    const has = configuration.map(({ key }: { key: string }) => key);
    expect(has).toEqual(expect.arrayContaining([...keys, "base.url", "pagination.type", "event.notification.enabled"]));
    expect(has).toEqual(expect.arrayContaining(["filter.response.nulls"]));
    expect(typeOauth).toBe(type === "oauth2");
  });

  test("a base.url that is set survives a PUT without it", async () => {
    const entry = { key: "base.url", name: "Base", description: "b", defaultValue: "https://x.test" };
    const created = await create({ configuration: [entry] });
    const { body } = await put(`/elements/${created.id}`, { ...created, configuration: [] });
    expect(body.configuration.find(({ key }: { key: string }) => key === "base.url")).toMatchObject(entry);
  });

  test("the key of another private element is 409; a system element's is allowed and then means the private one", async () => {
    const created = await create({ key: "mine" });
    expect((await post("/elements", anElement({ key: "mine" }))).status).toBe(409);
    expect((await post("/elements", anElement({ key: "mine" }), other.designer)).status).toBe(200);
    expect((await send("/elements/mine")).body.id).toBe(created.id);
    const { body: shadow } = await post("/elements", anElement({ key: "crmx" }), other.designer);
    expect((await api.fetch("/elements/crmx", { as: other.designer })).body.id).toBe(shadow.id);
    expect((await send("/elements/crmx")).body.private).toBe(false);
    await api.fetch("/elements/crmx", { as: other.designer, method: "DELETE" });
  });

  test("PUT by a key makes it where there is none", async () => {
    const { status, body } = await put("/elements/putkey", anElement({ key: "putkey" }));
    expect([status, body.key, body.private]).toEqual([200, "putkey", true]);
    expect((await put("/elements/putkey", anElement({ key: "putkey" }))).body.id).toBe(body.id);
    expect((await put("/elements/99999999", anElement())).status).toBe(404);
    const { key: _, ...keyless } = anElement();
    expect(await put("/elements/a%2Fb", keyless)).toMatchObject({
      status: 400,
      body: { message: "key: must be letters, digits, - _ and . only." },
    });
  });

  test("no key is made of a name that is too long for one", async () => {
    const { key: _, ...keyless } = anElement({ name: "n".repeat(256) });
    const { status, body } = await post("/elements", keyless);
    expect([status, body.message]).toEqual([
      400,
      "key: the name is too long to make a key of; give one of at most 255 characters.",
    ]);
  });

  test("is turned off and on", async () => {
    const { id } = await create();
    expect((await remove(`/elements/${id}/active`)).body.active).toBe(false);
    expect((await send(`/elements/${id}`)).body.active).toBe(false);
    expect((await put(`/elements/${id}/active`, undefined)).body.active).toBe(true);
  });

  test("with instances is not deleted", async () => {
    const { id } = await create();
    const { organizationId, accountId } = { organizationId: acme.id, accountId: acme.accountId };
    await api.app.db.prisma.elementInstance.create({
      data: {
        organizationId,
        accountId,
        userId: 1,
        elementId: id,
        name: "i",
        tokenHash: Buffer.from("t"),
        tokenSealed: "",
        configuration: "",
      },
    });
    const reply = await remove(`/elements/${id}`);
    expect([reply.status, reply.body.message]).toEqual([
      409,
      expect.stringContaining('has 1 instance: "i". Delete its instances first.'),
    ]);
  });

  test("a clone is private, under -clone, without the client's key, and there is one", async () => {
    const { body } = await post("/elements/crmx/clone", undefined);
    expect(body).toMatchObject({ key: "crmx-clone", private: true });
    expect(body.configuration.find(({ key }: { key: string }) => key === "oauth.api.key").defaultValue).toBe("");
    expect((await post("/elements/crmx/clone", undefined)).status).toBe(409);
  });

  test("is listed by where", async () => {
    const created = await create({ key: "findme" });
    const found = async (where: string) =>
      (await send(`/elements?where=${encodeURIComponent(where)}`)).body.map(({ key }: { key: string }) => key);
    expect(await found("private='true' AND abridged='true' AND key in ('findme','x')")).toEqual(["findme"]);
    expect(await found("key = 'crmx'")).toEqual(["crmx"]);
    expect(await found("private='false'")).toEqual(["crmx"]);
    expect(await found("extended='true'")).toEqual([]);
    expect(await found(`name='${created.name}'`)).toEqual(["findme"]);
    expect((await send("/elements?where=color='red'")).status).toBe(400);
  });

  test("it is read without credentials, and no other element is", async () => {
    const anybody = await api.fetch("/elements/crmx");
    expect([anybody.status, anybody.body.key, anybody.body.resources.length > 0]).toEqual([200, "crmx", true]);
    const { id, key } = await create();
    for (const keyOrId of [id, key]) expect((await api.fetch(`/elements/${keyOrId}`)).status).toBe(404);
    const wrong = { authorization: "User nobody, Organization nobody" };
    expect((await api.fetch("/elements/crmx", { as: wrong })).status).toBe(401);
  });

  test("its expanded metadata has the entry of the list and the details of its parts", async () => {
    const { body } = await send("/elements/crmx/metadata?expand=true");
    const [entry] = (await send("/elements?where=key%3D'crmx'")).body;
    for (const name of Object.keys(entry)) expect(body).toHaveProperty([name]);
    expect(body).toMatchObject({
      ...{ elementType: "http", cloneable: true, authenticationType: entry.authentication.type, image: "" },
      transformations: { supported: expect.any(Boolean) },
      ...{ normalizedPaging: expect.any(Boolean), discovery: expect.any(Object), bulk: expect.any(Object) },
      ...{
        api: {},
        resources: expect.arrayContaining([expect.objectContaining({ method: "GET", path: "/hubs/crm/contacts" })]),
      },
    });
    expect((await send("/elements/crmx/metadata")).body).not.toHaveProperty("resources");
  });

  test("metadata, versions and the cheat sheet describe it", async () => {
    expect((await send("/elements/crmx/metadata")).body).toMatchObject({
      key: "crmx",
      defaultAuthentication: "custom",
      events: { supported: false, methods: [] },
    });
    expect((await send("/elements/metadata")).body.length).toBeGreaterThan(0);
    expect((await send("/elements/-1/metadata")).status).toBe(404);
    expect((await send("/elements/crmx/versions")).body).toEqual(["api-v2"]);
    const { body } = await send("/elements/crmx/transformations");
    expect(body.message).toMatch(/^No (.*) found$/);
    const created = await create({ name: "A & B", description: "<b>c</b>" });
    const sheet = await send(`/elements/${created.id}/cheat-sheet`);
    expect(sheet.headers.get("content-type")).toContain("text/html");
    expect(sheet.text).toContain("A &amp; B");
    expect(sheet.text).not.toContain("<b>");
  });
});

const idsIn = (value: unknown): number[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => (name === "id" ? [inner as number] : idsIn(inner)));

describe("refusals", () => {
  const entry = (key: string) => ({ key, name: key, description: key });
  const header = (vendorName: string) => ({ name: "a", type: "value", vendorName, vendorType: "header" });
  const BODY_TEMPLATE = { name: '{\n "a": 1 }', type: "value", vendorName: "body", vendorType: "body" };
  const chain = (length: number) =>
    Array.from({ length }, (_, at) =>
      aResource({ path: `/r${at}`, ...(at < length - 1 && { nextResource: `GET:/r${at + 1}` }) }),
    );
  test.each([
    ["no name", { name: undefined }, 400, "name"],
    ["no description", { description: undefined }, 400, "description"],
    ["no authentication", { authentication: undefined }, 400, "authentication"],
    ["a key of digits", { key: "123" }, 400, "key"],
    ["a key that is a word of the API", { key: "metadata" }, 400, "key"],
    ["one key twice", { configuration: [entry("a"), entry("a")] }, 409, "unique"],
    ["one method and path twice", { resources: [aResource(), aResource({ path: "/hubs/x/contacts" })] }, 409, "unique"],
    [
      "paths that differ in parameters' names",
      { resources: [aResource({ path: "/a/{b}" }), aResource({ path: "/a/{c}" })] },
      409,
      "unique",
    ],
    ["a line break in a header", { parameters: [{ ...header("X-A\r\nX-B") }] }, 400, "line breaks"],
    ["a line break in a header's value", { parameters: [{ ...header("X-A"), name: "a\r\nb" }] }, 400, "line breaks"],
    ["the header Host", { parameters: [header("Host")] }, 400, "Host"],
    ["a path that climbs", { resources: [aResource({ path: "/a/../b" })] }, 400, "path"],
    ["a provider path that climbs", { resources: [aResource({ vendorPath: "/a/%2E%2e/b" })] }, 400, "vendorPath"],
    ["a path of the platform", { resources: [aResource({ path: "/hubs/crm/formulas" })] }, 409, "platform"],
    ["the hubs themselves", { resources: [aResource({ path: "/hubs" })] }, 409, "platform"],
    ["a hook of more than 6 MB", { hooks: [{ type: "event", body: "x".repeat(6 * 1024 * 1024 + 1) }] }, 400, "6 MB"],
  ])("%s", async (_, fields, status, words) => {
    const reply = await post("/elements", anElement(fields));
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(words)]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["a chain of five", { resources: chain(5) }],
    ["a chain that is too long, which calls of it refuse,", { resources: chain(6) }],
    ["a chain that never ends", { resources: [aResource({ nextResource: "GET:/hubs/crm/contacts" })] }],
    ["a body template with lines", { parameters: [BODY_TEMPLATE] }],
  ])("%s is not", async (_, fields) => expect((await post("/elements", anElement(fields))).status).toBe(200));

  test("a body of more than 8 MB", async () => {
    expect((await post("/elements", anElement({ description: "x".repeat(8 * 1024 * 1024) }))).status).toBe(413);
  });
});

describe("configuration", () => {
  const entry = (fields: object = {}) => ({
    key: "my.key",
    name: "n",
    description: "d",
    type: "TEXTFIELD_32",
    ...fields,
  });

  test("is listed in an object, and added, replaced and deleted by its key", async () => {
    const path = `/elements/${(await create()).id}/configuration`;
    const { body } = await post(path, entry());
    expect(body).toMatchObject({ ...entry(), id: expect.any(Number) });
    expect((await send(path)).body).toEqual({ configuration: expect.arrayContaining([body]), providerData: [] });
    expect((await put(`${path}/my.key`, entry({ name: "other" }))).body).toEqual({ ...body, name: "other" });
    expect((await remove(`${path}/my.key`)).status).toBe(200);
    expect((await remove(`${path}/my.key`)).status).toBe(404);
  });

  test.each(["name", "key", "description", "type"])("an entry without %s is 400", async (field) => {
    const path = `/elements/${(await create()).id}/configuration`;
    const reply = await post(path, entry({ [field]: undefined }));
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(`${field}: `)]);
  });

  test("a reserved key is 400, one that is there 409", async () => {
    const path = `/elements/${(await create({ configuration: [entry()] })).id}/configuration`;
    expect((await post(path, entry({ key: "base.url" }))).status).toBe(400);
    expect((await remove(`${path}/base.url`)).status).toBe(400);
    expect((await post(path, entry())).status).toBe(409);
  });
});

describe("parts", () => {
  test("resources are returned with ids for their parts, and can be copied and deleted", async () => {
    const path = `/elements/${(await create()).id}/resources`;
    const { body } = await post(path, aResource({ path: "/contacts/{id}", method: "get" }));
    expect(body).toMatchObject({
      id: expect.any(Number),
      path: "/hubs/crm/contacts/{id}",
      method: "GET",
      hooks: [{ id: expect.any(Number), contextParams: "request_vendor_headers,configuration" }],
      parameters: [{ id: expect.any(Number), resourceId: expect.any(Number), source: "request" }],
    });
    expect((await send(`${path}/${body.id}`)).body).toEqual(body);
    expect((await put(`${path}/${body.id}`, { ...body, description: "d" })).body).toEqual({
      ...body,
      description: "d",
    });
    expect((await remove(`${path}/${body.id}`)).status).toBe(200);
    expect((await send(`${path}/${body.id}`)).status).toBe(404);
  });

  test("a copy of a copy ends with _copy twice; with the last endpoint nothing of a resource is left (I05)", async () => {
    const { id: elementId } = await create();
    const path = `/elements/${elementId}/resources`;
    const { body } = await post(path, aResource({ path: "/contacts/{id}", method: "get" }));
    const copies = [
      (await post(`${path}/${body.id}/copy`, undefined)).body,
      (await post(`${path}/${body.id}/copy`, undefined)).body,
    ];
    expect(copies.map((copy) => copy.path)).toEqual([
      "/hubs/crm/contacts_copy/{id}",
      "/hubs/crm/contacts_copy_copy/{id}",
    ]);
    const [{ body: copyOfCopy }] = [await post(`${path}/${copies[0].id}/copy`, undefined)];
    expect(copyOfCopy.path).toBe("/hubs/crm/contacts_copy_copy_copy/{id}");
    expect(copies[0].hooks[0].id).not.toBe(body.hooks[0].id);
    for (const { id } of [body, ...copies, copyOfCopy]) expect((await remove(`${path}/${id}`)).status).toBe(200);
    expect((await send(path)).body).toEqual([]);
    expect((await send(`/elements/${elementId}/docs`)).body.paths).not.toHaveProperty("/contacts/{id}");
    for (const part of [`hooks/${body.hooks[0].id}`, `parameters`, "models"])
      expect((await send(`${path}/${body.id}/${part}`)).status).toBe(404);
  });

  test.each([
    ["GET", "/contacts", ["where", "page", "pageSize"]],
    ["GET", "/contacts/{id}", ["id"]],
    ["POST", "/contacts/{id}/notes", ["id", "body"]],
    ["DELETE", "/contacts/{id}", ["id"]],
  ])("%s %s without parameters gets those of its method", async (method, path, names) => {
    const { id } = await create();
    const { body } = await post(`/elements/${id}/resources`, { method, path });
    expect(body.parameters.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test("parameters of element and resource are added one or many at a time", async () => {
    const { id, resources } = await create({ resources: [aResource({ parameters: [] })] });
    const parameter = { name: "a", type: "query", vendorName: "b", vendorType: "query" };
    for (const path of [`/elements/${id}/parameters`, `/elements/${id}/resources/${resources[0].id}/parameters`]) {
      const { body: one } = await post(path, parameter);
      expect(one).toMatchObject({ ...parameter, id: expect.any(Number), required: false });
      const { body: many } = await post(path, [parameter, { ...parameter, name: "c" }]);
      expect(many.map(({ name }: { name: string }) => name)).toEqual(["a", "c"]);
      expect((await put(`${path}/${one.id}`, { ...one, vendorName: "z" })).body.vendorName).toBe("z");
      expect((await remove(`${path}/${many[0].id}`)).status).toBe(200);
      expect((await send(path)).body.map(({ vendorName }: { vendorName: string }) => vendorName)).toEqual(["z", "b"]);
    }
  });

  test("isLegacy is false unless it is said, and cannot become true", async () => {
    const { id } = await create();
    const path = `/elements/${id}/hooks`;
    const hook = { type: "preRequest", body: "return {}" };
    const { body: plain } = await post(path, hook);
    const { body: legacy } = await post(path, { ...hook, isLegacy: true });
    expect([plain.isLegacy, legacy.isLegacy]).toEqual([false, true]);
    expect((await put(`${path}/${legacy.id}`, { ...hook, isLegacy: false })).status).toBe(200);
    expect((await put(`${path}/${plain.id}`, { ...hook, isLegacy: false })).status).toBe(200);
    expect((await put(`${path}/${plain.id}`, { ...hook, isLegacy: true })).status).toBe(400);
    expect((await send(`${path}/${plain.id}`)).body).toMatchObject({ isLegacy: false, contextParams: "" });
  });

  test("a resource has one record of models", async () => {
    const { id, resources } = await create({ resources: [aResource()] });
    const path = `/elements/${id}/resources/${resources[0].id}/models`;
    const model = {
      name: "contact",
      swagger: { contact: { id: "contact", properties: { a: { type: "unknown" } } } },
      transform: false,
    };
    expect((await send(path)).status).toBe(404);
    expect((await post(path, model)).body).toEqual(model);
    expect((await put(path, { ...model, name: "c" })).body.name).toBe("c");
    expect((await send(path)).body.name).toBe("c");
    expect((await remove(path)).status).toBe(200);
    expect((await remove(path)).status).toBe(404);
  });

  test("objects have fields", async () => {
    const { id } = await create();
    const path = `/elements/${id}/objects`;
    const { body: object } = await post(path, {
      name: "contacts",
      primaryKeyName: "id",
      searchConfiguration: { fields: [] },
    });
    const { body: field } = await post(`${path}/${object.id}/fields`, { name: "email", type: "string" });
    expect((await send(`${path}/${object.id}`)).body).toEqual({ ...object, fields: [field] });
    expect((await put(`${path}/${object.id}/fields/${field.id}`, { name: "mail" })).body.name).toBe("mail");
    expect((await remove(`${path}/${object.id}/fields/${field.id}`)).status).toBe(200);
    expect((await send(`${path}/${object.id}/fields`)).body).toEqual([]);
    expect((await send(`${path}/99/fields`)).status).toBe(404);
  });

  test("models are made of a sample", async () => {
    const { body } = await post("/models/contact/schema", { id: 1, tags: ["a"], owner: { name: "x" } });
    expect(body).toMatchObject({
      name: "contact",
      swagger: { contact: { properties: { owner: { type: "contactOwner" } } } },
    });
    const several = await post("/models/contact/schema?samples=true", [{ id: 1 }, { id: 2, name: null }]);
    expect(several.body.swagger.contact).toMatchObject({
      properties: { name: { "x-nullable": true } },
      required: ["id"],
    });
    expect(await post("/models/contact/schema?samples=true", {})).toMatchObject({
      status: 400,
      body: { message: "body: must be a list of samples." },
    });
  });
});

describe("extending an element of the catalog", () => {
  test("adds resources that this account alone sees, before the system's", async () => {
    const own = { ...aResource({ path: "/deals" }), description: "mine" };
    const { status, body } = await post("/elements/crmx/resources", own);
    expect([status, body.ownerAccountId]).toEqual([200, acme.accountId]);
    const overriding = (await post("/elements/crmx/resources", aResource({ vendorPath: "/other" }))).body;
    const seen = (await send("/elements/crmx/resources")).body;
    expect(seen.map((resource: Record<string, unknown>) => [resource.path, resource.ownerAccountId])).toEqual([
      ["/hubs/crm/contacts/{id}", 1],
      ["/hubs/crm/deals", acme.accountId],
      ["/hubs/crm/contacts", acme.accountId],
    ]);
    expect((await send("/elements/crmx/resources?accountOnly=true")).body).toHaveLength(2);
    expect((await send("/elements/crmx")).body).toMatchObject({
      private: false,
      extended: true,
      actuallyExtended: true,
    });
    expect((await send("/elements?where=extended='true'")).body).toHaveLength(1);
    const exported = await send("/elements/crmx/export?extendedOnly=true");
    expect(exported.body.resources).toHaveLength(2);
    expect(exported.body).toMatchObject({ id: expect.any(Number), extended: true });
    expect(exported.body).not.toHaveProperty("private");
    expect((await send("/elements/crmx/export")).body).toMatchObject({ private: false });
    expect((await send("/elements/crmx/docs")).body.paths).toHaveProperty("/deals");
    const elsewhere = (path: string) => api.fetch(path, { as: other.designer });
    expect((await elsewhere("/elements/crmx/resources")).body).toHaveLength(2);
    expect((await elsewhere("/elements/crmx")).body.extended).toBe(false);
    expect((await elsewhere(`/elements/crmx/resources/${body.id}`)).status).toBe(404);
    for (const { id } of [body, overriding]) expect((await remove(`/elements/crmx/resources/${id}`)).status).toBe(200);
    expect((await send("/elements?where=extended='true'")).body).toEqual([]);
  });

  test("fields can be added to an object of the system", async () => {
    const [object] = (await send("/elements/crmx/objects")).body;
    const path = `/elements/crmx/objects/${object.id}/fields`;
    const { body } = await post(path, { name: "mine" });
    expect((await send(path)).body.map((field: Record<string, unknown>) => [field.name, field.ownerAccountId])).toEqual(
      [
        ["id", 1],
        ["mine", acme.accountId],
      ],
    );
    expect((await remove(`${path}/${body.id}`)).status).toBe(200);
    expect((await remove(`${path}/${object.fields[0].id}`)).status).toBe(404);
  });

  test("responds with 404 to changes of system elements", async () => {
    const { resources, configuration } = (await send("/elements/crmx")).body;
    const [resource] = resources;
    const parameter = { name: "a", type: "query", vendorName: "b", vendorType: "query" };
    const tries = [
      put(`/elements/crmx/resources/${resource.id}`, aResource()),
      remove(`/elements/crmx/resources/${resource.id}`),
      post(`/elements/crmx/resources/${resource.id}/parameters`, parameter),
      post(`/elements/crmx/resources/${resource.id}/hooks`, { type: "preRequest", body: "" }),
      post(`/elements/crmx/resources/${resource.id}/models`, { name: "x" }),
      post("/elements/crmx/parameters", parameter),
      post("/elements/crmx/hooks", { type: "preRequest", body: "" }),
      put(`/elements/crmx/configuration/${configuration[0].key}`, configuration[0]),
      remove("/elements/crmx"),
      remove("/elements/crmx/active"),
    ];
    for (const reply of await Promise.all(tries)) expect(reply.status, reply.text).toBe(404);
  });
});

describe("access", () => {
  test("a private element is used by the accounts that it is given to, and changed by its own", async () => {
    const colleague = await acme.aColleague();
    const created = await create({ key: "shared" });
    const path = `/elements/${created.id}/accounts`;
    const see = () => api.fetch("/elements/shared", { as: colleague });
    expect((await see()).status).toBe(404);
    expect((await send(`${path}/${colleague.accountId}`, { method: "PUT" })).status).toBe(200);
    expect((await send(path)).body).toEqual([colleague.accountId]);
    expect((await see()).body.id).toBe(created.id);
    expect((await api.fetch("/elements/shared", { as: colleague, method: "DELETE" })).status).toBe(403);
    expect((await remove(`${path}/${colleague.accountId}`)).status).toBe(200);
    expect((await see()).status).toBe(404);
    expect((await send(`${path}/${other.accountId}`, { method: "PUT" })).status).toBe(404);
  });

  test("only users who may change it see the secrets that it shares", async () => {
    const colleague = await acme.aColleague();
    const entry = { key: "password", name: "P", description: "p", type: "PASSWORD", defaultValue: "canary-element" };
    const created = await create({ key: "lender", configuration: [entry] });
    await send(`/elements/${created.id}/accounts/${colleague.accountId}`, { method: "PUT" });
    for (const path of ["/elements/lender", "/elements/lender/export", "/elements/lender/configuration"]) {
      expect((await send(path)).text, path).toContain("canary-element");
      const seen = await api.fetch(path, { as: colleague });
      expect([seen.status, seen.text.includes("canary-element")], path).toEqual([200, false]);
    }
    const clone = await api.fetch("/elements/lender/clone", { as: colleague, method: "POST" });
    expect([clone.status, clone.text.includes("canary-element")]).toEqual([200, false]);
  });

  test("viewers see the secrets of an element in no response of the API; users who may change it do", async () => {
    const entry = { key: "partner.key", name: "P", description: "p", type: "PASSWORD", defaultValue: "canary-partner" };
    const client = { ...entry, key: "oauth.api.secret", type: "TEXTFIELD_1000", defaultValue: "canary-client" };
    const fields = { key: "keeper", authentication: { type: "oauth2" }, configuration: [entry, client] };
    const created = await create(fields);
    expect((await put("/elements/keeper", anElement({ ...fields, name: "Another" }))).status).toBe(200);
    const drafted = { elementId: created.id, basedOn: 2, element: anElement(fields) };
    expect((await post("/elements/drafts", drafted)).status).toBe(200);
    const values = {
      keyOrId: "keeper",
      key: "keeper",
      elementKey: "keeper",
      revision: 1,
      type: "oauth2",
      id: created.id,
    };
    const shownTo = async (as: Person) => {
      const paths = new Set<string>();
      for (const { method, auth, path: template } of ENDPOINTS) {
        if (method !== "GET" || auth === "none") continue;
        const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
          String((values as Record<string, unknown>)[name] ?? created.id),
        );
        const { text } = await api.fetch(`${path}${template.endsWith("/comparison") ? "?from=1&to=2" : ""}`, { as });
        if (text.includes("canary-")) paths.add(path);
      }
      return [...paths].sort();
    };
    expect(await shownTo(acme.viewer)).toEqual([]);
    expect(await shownTo(acme.designer)).toEqual([
      "/elements/keeper",
      "/elements/keeper/configuration",
      "/elements/keeper/export",
      "/elements/keeper/revisions/1",
    ]);
  });

  test("catalog elements belong to no user", async () => {
    await create({ key: "hidden" });
    const { body } = await api.fetch("/elements");
    expect(body.map(({ key }: { key: string }) => key)).toEqual(["crmx"]);
    expect((await api.fetch("/elements/keys")).body).toEqual(["crmx"]);
    expect((await api.fetch("/elements/crmx/docs")).status).toBe(200);
    expect((await api.fetch("/elements/hidden/docs")).status).toBe(404);
    expect((await api.fetch("/elements", { headers: { authorization: "User x, Organization y" } })).status).toBe(401);
  });
});

describe("hubs", () => {
  test("are those of elements and the organization's own", async () => {
    await create({ hub: "weather", resources: [aResource({ path: "/storms" })] });
    expect((await send("/hubs/keys")).body).toEqual(expect.arrayContaining(["crm", "weather"]));
    expect((await api.fetch("/hubs/keys")).body).toEqual(["crm"]);
    expect((await send("/hubs/weather")).body).toMatchObject({
      key: "weather",
      resources: [{ method: "GET", path: "/storms" }],
    });
    expect((await send("/hubs/weather/elements")).body).toHaveLength(1);
    const hub = { name: "Sports", key: "sports", description: "Ball games", videoLink: "https://v.test" };
    expect((await post("/hubs", hub)).status).toBe(403);
    expect((await post("/hubs", hub, acme.administrator)).body).toMatchObject({ ...hub, active: true });
    expect((await post("/hubs", hub, acme.administrator)).status).toBe(409);
    expect((await send("/hubs?hydrate=true")).body.map(({ key }: { key: string }) => key)).toContain("sports");
    expect((await api.fetch("/hubs/sports", { as: other.designer })).status).toBe(404);
    expect((await remove("/hubs/sports")).status).toBe(403);
    expect((await remove("/hubs/sports", acme.administrator)).status).toBe(200);
    expect((await remove("/hubs/sports", acme.administrator)).status).toBe(404);
  });

  test("come in pages", async () => {
    const first = await send("/hubs/keys?pageSize=1");
    const next = await send(`/hubs/keys?pageSize=1&nextPage=${first.headers.get("elements-next-page-token")}`);
    expect(next.body[0] > first.body[0]).toBe(true);
  });
});

describe("OAuth proxies", () => {
  const post = (path: string, body: unknown, as = acme.administrator) => api.fetch(path, { as, method: "POST", body });
  const remove = (path: string, as = acme.administrator) => api.fetch(path, { as, method: "DELETE" });
  test("pass people on to addresses that were allowed, and to no other", async () => {
    const { body: proxy } = await post("/elements/oauthProxies", { name: "one" });
    expect((await post("/elements/oauthProxies", { name: "one" })).status).toBe(409);
    const pattern = encodeURIComponent("https://app.example.com/**");
    const path = `/elements/oauthProxies/${proxy.id}`;
    const { body } = await post(`${path}/applicationUrl?applicationUrl=${pattern}`, {});
    expect(body.applicationUrls).toEqual(["https://app.example.com/**"]);
    expect((await post(`${path}/applicationUrl?applicationUrl=x`, {})).status).toBe(400);
    const state = (target: string) => `state=${encodeURIComponent(`${encodeURIComponent(target)}|mine`)}&code=1`;
    const good = await api.fetch(`${path}/callback?${state("https://app.example.com/back")}`);
    expect([good.status, good.headers.get("location")]).toEqual([
      302,
      "https://app.example.com/back?state=mine&code=1",
    ]);
    for (const bad of ["https://evil.test/", "https://app.example.com.evil.test/x", "javascript:alert(1)"]) {
      expect((await api.fetch(`${path}/callback?${state(bad)}`)).status).toBe(400);
    }
    for (const refused of [
      await post(`${path}/applicationUrl?applicationUrl=${pattern}`, {}, acme.designer),
      await remove(`${path}/applicationUrl?applicationUrl=${pattern}`, acme.designer),
      await remove(path, acme.designer),
    ])
      expect(refused.status).toBe(403);
    expect((await remove(`${path}/applicationUrl?applicationUrl=${pattern}`)).body.applicationUrls).toEqual([]);
    expect((await remove(path)).status).toBe(200);
    expect((await send("/elements/oauthProxies")).body).toEqual([]);
  });
});

test("a viewer reads and changes nothing", async () => {
  expect((await post("/elements", anElement(), acme.viewer)).status).toBe(403);
  expect((await api.fetch("/elements/crmx", { as: acme.viewer })).status).toBe(200);
});

describe("the catalog", () => {
  test("is installed again without a trace, and with a new version where it changed", async () => {
    const version = async () => (await api.app.db.prisma.element.findFirstOrThrow({ where: { key: "crmx" } })).version;
    const before = await version();
    const ids = idsIn((await send("/elements/crmx")).body);
    await installCatalog(api.app, [CATALOG]);
    expect(await version()).toBe(before);
    await Promise.all([1, 2, 3].map(() => installCatalog(api.app, [{ ...CATALOG, description: "Newer" }])));
    expect(await version()).toBe(before + 1);
    expect(idsIn((await send("/elements/crmx")).body)).toEqual(ids);
  });
});
