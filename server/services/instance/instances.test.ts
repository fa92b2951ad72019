import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS } from "#server/api/endpoints.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { type AuthHeaders, anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { signedName } from "./event-address.ts";

let api: TestApi;
let acme: TestOrganization;
let key: string;

beforeAll(async () => {
  api = await anApi();
  acme = await anOrganization(api.app);
  const element = await insertElement(
    api.app,
    { organizationId: acme.id, accountId: acme.accountId },
    anElement({
      key: "help",
      authentication: { type: "basic" },
      configuration: [
        { key: "company.name", name: "Company", description: "", required: true },
        { key: "api.secret", name: "Secret", description: "", type: "PASSWORD" },
      ],
      resources: [
        { method: "GET", path: "/hubs/crm/contacts", vendorPath: "/v3/people.json" },
        { method: "GET", path: "/hubs/crm/contacts/{id}", vendorPath: "/v3/people/{id}" },
        { method: "POST", path: "/hubs/crm/notes", vendorPath: "/v3/notes" },
        { method: "GET", path: "/hubs/crm/users", vendorPath: "/v3/users", type: "apiNoDocumentation" },
      ],
      objects: [{ name: "deals", vendorName: "Opportunity" }],
    }),
  );
  key = element.key;
});
afterAll(() => api.close());

const callApi: TestApi["fetch"] = (path, request = {}) => api.fetch(path, { as: acme.designer, ...request });
const configuration = { username: "ada", password: "p4ssword", "company.name": "acme" };
const create = (fields: Record<string, unknown> = {}) =>
  callApi("/instances", { method: "POST", body: { name: "an instance", element: { key }, configuration, ...fields } });
const asElement = (token: string) => ({ authorization: `${acme.designer.authorization}, Element ${token}` });

/** Stores a value as an earlier version did, without any check. */
async function store(id: number, entry: string, value: string): Promise<void> {
  const { app } = api;
  const instance = await elementInstances.open(app, { elementInstanceId: id, organizationId: acme.id });
  if (!instance) throw new Error(`There is no element instance ${id}.`);
  const changes = { configuration: { ...instance.configuration, [entry]: value }, updatedAt: app.now() };
  await elementInstances.update(app.db.prisma, app.vault, instance, changes);
}

describe("POST /instances", () => {
  test("responds with 200 and the shape clients expect, secrets as stars and the user name plainly", async () => {
    const { status, body } = await create({ tags: ["a", " b ", "<i>c</i>", "a"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: expect.any(Number),
      name: "an instance",
      token: expect.stringMatching(/^[\w-]{43}$/),
      element: { key: "help", hub: "crm", private: true },
      tags: ["a", "b", "c"],
      valid: true,
      disabled: false,
      provisionInteractions: [],
      traceLoggingEnabled: false,
      externalAuthentication: "none",
      configuration: { username: "ada", password: "********", "company.name": "acme" },
      user: { id: acme.designer.id, emailAddress: acme.designer.email, firstName: "The", lastName: "designer" },
    });
    expect(body).not.toHaveProperty("providerData");
    expect(body).not.toHaveProperty("objects");
  });

  test("fills in defaults for missing values", async () => {
    const { body } = await create({ configuration: { ...configuration, "filter.response.nulls": false } });
    expect(body.configuration).toMatchObject({
      "event.notification.enabled": "false",
      "filter.response.nulls": "false",
    });
  });

  test("objects and numbers become text", async () => {
    const poller = { contacts: { url: "/contacts", idField: "id" } };
    const more = { "event.poller.configuration": poller, "event.poller.refresh_interval": 15, nothing: null };
    const { body } = await create({ configuration: { ...configuration, ...more } });
    expect(JSON.parse(body.configuration["event.poller.configuration"])).toEqual(poller);
    expect(body.configuration["event.poller.refresh_interval"]).toBe("15");
    expect(body.configuration).not.toHaveProperty("nothing");
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["required configuration without a value", { configuration: {} }, "company.name, username, password are required"],
    ["a mask is no value", { configuration: { ...configuration, password: "********" } }, "password is required"],
    ["no name", { name: undefined }, "name: is required"],
    ["a name that is only tags", { name: "<b></b>" }, "name: must not be empty"],
    ["a name of 256 characters", { name: "x".repeat(256) }, "255"],
    ["no element", { element: undefined }, "element"],
    ["an element without key or id", { element: {} }, "must have a key or an id"],
    ["configuration that is a list", { configuration: [1] }, "configuration"],
  ])("%s is 400 and stores nothing", async (_, fields, message) => {
    const before = await api.app.db.prisma.elementInstance.count();
    const { status, body } = await create(fields);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await api.app.db.prisma.elementInstance.count()).toBe(before);
  });

  test("an element nobody has is 404, a viewer 403", async () => {
    expect((await create({ element: { key: "nope" } })).status).toBe(404);
    const body = { name: "x", element: { key }, configuration };
    expect((await callApi("/instances", { method: "POST", as: acme.viewer, body })).status).toBe(403);
  });

  test("A12: an organization, id or token of the sender's own is ignored", async () => {
    const { body } = await create({ organizationId: 1, id: 7, token: "mine", accountId: 1, createdBy: 1 });
    expect(body.id).not.toBe(7);
    expect(body.token).not.toBe("mine");
    expect(await api.app.db.prisma.elementInstance.findUnique({ where: { id: body.id } })).toMatchObject({
      organizationId: acme.id,
      accountId: acme.accountId,
    });
  });

  test("retrieveObjectsAfterInstantiation returns the objects of the instance (spec §2.8)", async () => {
    const { body } = await create({ retrieveObjectsAfterInstantiation: true });
    expect(body.objects).toEqual([
      { name: "contacts", vendorName: "people", type: "formularyCanonical" },
      { name: "deals", vendorName: "Opportunity", type: "formularyCanonical" },
      { name: "people", vendorName: "people", type: "vendor" },
      { name: "Opportunity", vendorName: "Opportunity", type: "vendor" },
    ]);
  });

  test("a name may be used twice; tags in it are taken out, and one with @ is a tag", async () => {
    const name = '<a href="#">@acme-xss</a>';
    const [one, other] = [await create({ name }), await create({ name })];
    for (const { body } of [one, other]) expect([body.name, body.tags]).toEqual(["@acme-xss", ["@acme-xss"]]);
    expect((await create({ name, tags: ["own"] })).body.tags).toEqual(["own"]);
  });

  test("under its element, by key or by id", async () => {
    const { id } = (await create()).body.element;
    for (const keyOrId of [key, id]) {
      const path = `/elements/${keyOrId}/instances`;
      const created = await callApi(path, { method: "POST", body: { name: "under", configuration } });
      expect(created.status).toBe(200);
      expect((await callApi(`${path}/${created.body.id}`)).body).toEqual(created.body);
      expect((await callApi(path)).body.map((one: { id: number }) => one.id)).toContain(created.body.id);
    }
  });
});

test("with an Idempotency-Key it is made once, and its token is kept sealed", async () => {
  const send = () =>
    callApi("/instances", {
      method: "POST",
      headers: { "idempotency-key": "once" },
      body: { name: "once", element: { key }, configuration },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  const rows = await api.app.db.prisma.idempotentRequest.findMany({ where: { key: "once" } });
  expect(JSON.stringify(rows)).not.toContain(first.body.token);
});

test("another user with the same Idempotency-Key does not get the first one's response, and creates their own", async () => {
  const body = { name: "shared", element: { key }, configuration };
  const send = (as: AuthHeaders) =>
    api.fetch("/instances", { as, method: "POST", headers: { "idempotency-key": "shared" }, body });
  const [first, second] = [await send(acme.administrator), await send(acme.designer)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.headers.get("idempotent-replayed")).toBeNull();
  expect(second.body.id).not.toBe(first.body.id);
  expect((await send(acme.viewer)).status).toBe(403);
});

test("viewers see no token and no signed address in any response of the API; users who may change the instance do", async () => {
  const { body: created } = await create();
  const events = { configuration: { "event.notification.enabled": "true" } };
  expect((await callApi(`/instances/${created.id}`, { method: "PATCH", body: events })).status).toBe(200);
  const address = signedName(created);
  const ids: Record<string, string | number> = { keyOrId: key, key, elementKey: key, accountId: acme.accountId };
  const byToken = { authorization: `User ${acme.viewer.secret}, Element ${created.token}` };
  let masked = 0;
  for (const endpoint of ENDPOINTS.filter(({ method, auth }) => method === "GET" && auth !== "none")) {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? created.id));
    const isByToken = endpoint.auth === "element";
    const { text } = await api.fetch(path, { as: isByToken ? byToken : acme.viewer });
    expect([text.includes(created.token), text.includes(address)], path).toEqual([false, false]);
    if (text.includes('"token":"********"')) masked++;
  }
  expect(masked).toBeGreaterThanOrEqual(6);
  for (const path of ["/instances", `/instances/${created.id}`, `/accounts/${acme.accountId}/instances`])
    expect((await callApi(path)).text, path).toContain(created.token);
  expect((await callApi(`/instances/${created.id}`)).text).toContain(address);
});

describe("reading and changing", () => {
  test("GET returns the same as POST", async () => {
    const { body } = await create();
    expect((await callApi(`/instances/${body.id}`)).body).toEqual(body);
  });

  test("PATCH merges configuration, replaces tags, and a mask leaves the secret", async () => {
    const { body: created } = await create({ tags: ["a"] });
    const before = await stored(created.id);
    const changed = await callApi(`/instances/${created.id}`, {
      method: "PATCH",
      body: {
        ...created,
        name: "<b>new</b>",
        tags: ["b", "c"],
        configuration: { ...created.configuration, username: "eve" },
      },
    });
    expect(changed.body).toMatchObject({ name: "new", tags: ["b", "c"], token: created.token });
    expect(await stored(created.id)).toEqual({ ...before, username: "eve" });
    const emptied = await callApi(`/instances/${created.id}`, { method: "PATCH", body: { tags: [] } });
    expect(emptied.body).toMatchObject({ name: "new", tags: [] });
  });

  test("PUT with the whole object changes what differs and keeps the token", async () => {
    const { body: created } = await create();
    const changed = await callApi(`/instances/${created.id}`, { method: "PUT", body: { ...created, name: "other" } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ name: "other", token: created.token, configuration: created.configuration });
  });

  test.each([
    ["event.poller.refresh_interval", "1.5", "30"],
    ["event.poller.refresh_interval", "2.0", "99999999"],
    ["event.vendor.type", "zz", "Webhook"],
    ["event.metadata", "not json", "{}"],
    ["event.metadata", "[]", '{"polling":{}}'],
    ["filter.response.nulls", "maybe", "false"],
    ["event.notification.enabled", "yes", "false"],
    ["event.address.signed.only", "1", "true"],
  ])("%s is not %s, but may be %s", async (key, wrong, right) => {
    const refused = { status: 400, body: { message: expect.stringMatching(new RegExp(`^${key}: must be `)) } };
    expect(await create({ configuration: { ...configuration, [key]: wrong } })).toMatchObject(refused);
    const { body: created } = await create({ configuration: { ...configuration, [key]: right } });
    expect(created.configuration[key]).toBe(right);
    const entry = `/instances/${created.id}/configuration/${key}`;
    expect(await callApi(entry, { method: "PATCH", body: { propertyValue: wrong } })).toMatchObject(refused);
    expect((await callApi(`/instances/${created.id}`)).body.configuration[key]).toBe(right);
    await store(created.id, key, wrong);
    // An earlier value is no obstacle to other changes.
    const all = { configuration: { [key]: wrong, "company.name": "other" } };
    expect((await callApi(`/instances/${created.id}`, { method: "PATCH", body: all })).status).toBe(200);
  });

  test("an emptied value stays empty, though it has a default", async () => {
    const { body: created } = await create();
    const patch = (fields: object) =>
      callApi(`/instances/${created.id}`, { method: "PATCH", body: { configuration: fields } });
    const entry = `/instances/${created.id}/configuration/filter.response.nulls`;
    const value = async () => (await callApi(entry)).body.propertyValue;
    expect(await value()).toBe("true");
    expect((await patch({ "filter.response.nulls": "" })).body.configuration["filter.response.nulls"]).toBe("");
    await patch({ "company.name": "other" });
    await callApi(`/instances/${created.id}`, { method: "PUT", body: { name: "named anew" } });
    expect(await value()).toBe("");
    await callApi(entry, { method: "PATCH", body: { propertyValue: "false" } });
    await callApi(entry, { method: "PATCH", body: { propertyValue: "" } });
    expect(await value()).toBe("");
  });

  test("required configuration cannot be emptied", async () => {
    const { body: created } = await create();
    const body = { configuration: { "company.name": "" } };
    expect((await callApi(`/instances/${created.id}`, { method: "PATCH", body })).status).toBe(400);
  });

  test("PATCH {element:{id}} moves to a clone, and to nothing else", async () => {
    const owner = { organizationId: acme.id, accountId: acme.accountId };
    const clone = await insertElement(
      api.app,
      owner,
      anElement({ key: "help-clone", authentication: { type: "basic" } }),
    );
    const stranger = await insertElement(api.app, owner, anElement({ authentication: { type: "basic" } }));
    const { body: created } = await create();
    const move = (id: number) => callApi(`/instances/${created.id}`, { method: "PATCH", body: { element: { id } } });
    expect((await move(clone.id)).body).toMatchObject({ elementId: clone.id, token: created.token });
    expect((await move(stranger.id)).status).toBe(400);
    expect((await move(created.elementId)).body).toMatchObject({ elementId: created.elementId });
    expect((await move(99_999_999)).status).toBe(404);
  });

  test("changes at the same time are all kept", async () => {
    const { body: created } = await create();
    const patch = (number: number) => ({ configuration: { [`own.${number}`]: String(number) } });
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => callApi(`/instances/${created.id}`, { method: "PATCH", body: patch(number) })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await stored(created.id)).toMatchObject({ "own.1": "1", "own.3": "3", "own.5": "5" });
  });

  test("DELETE: afterwards the id is 404 and the token 401", async () => {
    const { body: created } = await create();
    expect(await callApi(`/instances/${created.id}`, { method: "DELETE" })).toMatchObject({ status: 200, body: {} });
    expect((await callApi(`/instances/${created.id}`)).status).toBe(404);
    const own = await callApi("/instances/configuration", { as: asElement(created.token) });
    expect(own.status).toBe(401);
  });
});

test("another password is tried before it is stored", async () => {
  const { body: created } = await create();
  await api.app.db.prisma.elementInstance.update({ where: { id: created.id }, data: { valid: false } });
  const patch = (password: string) =>
    callApi(`/instances/${created.id}`, { method: "PATCH", body: { configuration: { password } } });
  expect((await patch("********")).body.valid).toBe(false);
  expect((await patch("another")).body.valid).toBe(true);
});

describe("by the token alone", () => {
  test("PUT, PATCH and DELETE /instances act on the token's instance, GET is still the list", async () => {
    const { body: created } = await create();
    const as = asElement(created.token);
    expect((await callApi("/instances", { as, method: "PATCH", body: { name: "patched" } })).body.id).toBe(created.id);
    expect((await callApi("/instances", { as, method: "PUT", body: { name: "put" } })).body.name).toBe("put");
    expect((await callApi("/instances", { as })).body.length).toBeGreaterThan(1);
    expect((await callApi("/instances", { as, method: "DELETE" })).status).toBe(200);
    expect((await callApi("/instances", { as, method: "DELETE" })).status).toBe(401);
  });

  test("without a token it is 401", async () => {
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await callApi("/instances", { method, body: {} })).status).toBe(401);
  });

  test("A05: the token of another organization is 401", async () => {
    const other = await anOrganization(api.app);
    const { body: created } = await create();
    const as = { authorization: `User ${other.designer.secret}, Element ${created.token}` };
    expect((await callApi("/instances/configuration", { as })).status).toBe(401);
  });
});

describe("lists", () => {
  test("tags[] must all be there, searchText is part of the name, hydrate=false leaves elements out", async () => {
    const { body: both } = await create({ name: "Findable_100%", tags: ["x", "y"] });
    const { body: one } = await create({ name: "other", tags: ["x"] });
    const ids = async (query: string) =>
      (await callApi(`/instances?${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids("tags[]=x")).toEqual([one.id, both.id]);
    expect(await ids("tags[]=x&tags[]=y")).toEqual([both.id]);
    expect(await ids("searchText=findable_100%25")).toEqual([both.id]);
    expect(await ids("searchText=findable%25100")).toEqual([]);
    const { body } = await callApi("/instances?hydrate=false&pageSize=1");
    expect(body[0]).not.toHaveProperty("element");
    expect(body[0].elementId).toBe(one.elementId);
  });

  test("come in pages", async () => {
    const first = await callApi("/instances?pageSize=2");
    expect(first.headers.get("elements-returned-count")).toBe("2");
    const token = first.headers.get("elements-next-page-token") ?? "";
    const second = await callApi(`/instances?pageSize=2&nextPage=${encodeURIComponent(token)}`);
    const all = await callApi("/instances");
    expect([...first.body, ...second.body]).toEqual(all.body.slice(0, 4));
  });

  test("F11: a row that was pasted from elsewhere spoils only itself", async () => {
    const [{ body: broken }, { body: whole }] = [await create({ tags: ["f11"] }), await create({ tags: ["f11"] })];
    const { prisma } = api.app.db;
    const { configuration: stolen } = await prisma.elementInstance.findUniqueOrThrow({ where: { id: whole.id } });
    await prisma.elementInstance.update({ where: { id: broken.id }, data: { configuration: stolen } });
    expect((await callApi(`/instances/${broken.id}`)).status).toBe(500);
    const { status, body } = await callApi("/instances?tags[]=f11");
    expect(status).toBe(200);
    expect(body.map(({ valid }: { valid: boolean }) => valid)).toEqual([true, false]);
  });
});

test("enabled is switched by id and by token", async () => {
  const { body: created } = await create();
  const read = async () => (await callApi(`/instances/${created.id}`)).body.disabled;
  for (const [path, as] of [
    [`/instances/${created.id}/enabled`, acme.designer],
    ["/instances/enabled", asElement(created.token)],
  ] as const) {
    expect((await callApi(path, { as, method: "DELETE" })).status).toBe(200);
    expect(await read()).toBe(true);
    expect((await callApi(path, { as, method: "PUT" })).status).toBe(200);
    expect(await read()).toBe(false);
  }
});

describe("configuration entry by entry", () => {
  test("lists every entry with its value, event.notification.enabled and filter.response.nulls among them", async () => {
    const { body: created } = await create();
    const { body } = await callApi(`/instances/${created.id}/configuration`);
    const byKey = Object.fromEntries(body.map((entry: { key: string }) => [entry.key, entry]));
    expect(byKey["event.notification.enabled"]).toMatchObject({
      propertyValue: "false",
      type: "BOOLEAN",
      required: false,
    });
    expect(byKey["filter.response.nulls"]).toMatchObject({ propertyValue: "true", id: expect.any(Number) });
    expect(byKey.password).toMatchObject({ propertyValue: "********", required: true });
    expect((await callApi("/instances/configuration", { as: asElement(created.token) })).body).toEqual(body);
  });

  test("reads and sets one by its id, with the whole entry as the body", async () => {
    const { body: created } = await create();
    const { body: entries } = await callApi(`/instances/${created.id}/configuration`);
    const entry = entries.find(({ key }: { key: string }) => key === "filter.response.nulls");
    const path = `/instances/${created.id}/configuration/${entry.id}`;
    expect((await callApi(path)).body).toEqual(entry);
    const changed = await callApi(path, { method: "PATCH", body: { ...entry, propertyValue: "false" } });
    expect(changed.body).toEqual({ ...entry, propertyValue: "false" });
    const own = await callApi(`/instances/configuration/${entry.id}`, {
      as: asElement(created.token),
      method: "PATCH",
      body: { propertyValue: true },
    });
    expect(own.body).toEqual(entry);
    expect((await callApi(`/instances/${created.id}/configuration/1`)).status).toBe(404);
  });

  test("a mask leaves the secret", async () => {
    const { body: created } = await create();
    const path = `/instances/${created.id}/configuration/password`;
    expect((await callApi(path, { method: "PATCH", body: { propertyValue: "********" } })).status).toBe(200);
    expect((await stored(created.id)).password).toBe("p4ssword");
  });
});

test("trace-logging lasts the requested number of minutes", async () => {
  const { body: created } = await create();
  const path = `/instances/${created.id}/trace-logging`;
  const isTraced = async () => (await callApi(`/instances/${created.id}`)).body.traceLoggingEnabled;
  expect((await callApi(path, { method: "PUT", body: { duration: 5 } })).status).toBe(200);
  expect(await isTraced()).toBe(true);
  api.app.at(new Date(Date.now() + 6 * 60_000));
  expect(await isTraced()).toBe(false);
  api.app.at(undefined);
  expect((await callApi(path, { method: "DELETE" })).status).toBe(200);
  expect(await isTraced()).toBe(false);
  for (const duration of [undefined, 0, "5", 1e9])
    expect((await callApi(path, { method: "PUT", body: { duration } })).status).toBe(400);
});

test("changes are in the audit log", async () => {
  const { body: created } = await create();
  await callApi(`/instances/${created.id}`, { method: "PATCH", body: { name: "n" } });
  await callApi(`/instances/${created.id}/enabled`, { method: "DELETE" });
  await callApi(`/instances/${created.id}`, { method: "DELETE" });
  const where = { entity: "elementInstance", entityId: String(created.id) };
  const entries = await api.app.db.prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  expect(entries.map(({ action }) => action)).toEqual(["created", "updated", "disabled", "deleted"]);
});

test("F13: no secret is in any reply, and none in clear in the row", async () => {
  const secrets = { password: "canary-password", "api.secret": "canary-secret", "my.token": "canary-token" };
  const { body: created, text } = await create({ configuration: { ...configuration, ...secrets } });
  const shown = [text];
  for (const path of ["", "/configuration", "/configuration/password"])
    shown.push((await callApi(`/instances/${created.id}${path}`)).text);
  shown.push((await callApi("/instances")).text);
  shown.push((await callApi(`/instances/${created.id}`, { method: "PATCH", body: { name: "n" } })).text);
  expect(shown.filter((reply) => reply.includes("canary"))).toEqual([]);
  const row = await api.app.db.prisma.elementInstance.findUnique({ where: { id: created.id } });
  expect(JSON.stringify(row)).not.toContain("canary");
});

test("a formula's variable may name an instance of the organization, and no other", async () => {
  const { body: created } = await create();
  const formula = {
    name: "f",
    triggers: [{ type: "manual", properties: {} }],
    steps: [],
    configuration: [{ key: "crm", name: "crm", type: "elementInstance", required: true }],
  };
  const bind = async (of: TestOrganization, value: unknown) => {
    const { body } = await callApi("/formulas", {
      as: of.designer,
      method: "POST",
      body: { ...formula, name: `f${Math.random()}` },
    });
    const instance = { name: "i", configuration: { crm: String(value) } };
    return (await callApi(`/formulas/${body.id}/instances`, { as: of.designer, method: "POST", body: instance }))
      .status;
  };
  expect(await bind(acme, created.id)).toBe(200);
  expect(await bind(await anOrganization(api.app), created.id)).toBe(400);
});

/** The stored configuration in plain text. */
async function stored(id: number): Promise<Record<string, string>> {
  const found = await elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id });
  return { ...found?.configuration };
}
