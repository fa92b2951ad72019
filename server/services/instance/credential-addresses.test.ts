import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { anApi, type TestApi } from "#server/testing/api.ts";
import { anElement, insertElement } from "#server/testing/elements.ts";
import { anOrganization, type Person, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { type AProvider, aProvider } from "#server/testing/running.ts";

const provider = providerPorts();
let api: TestApi;
let acme: TestOrganization;
/** A designer of another account, who is the author of an element. */
let author: Person;
let home: AProvider;
let attacker: AProvider;

const anHonestProvider = () =>
  aProvider((_, response) => {
    const body = JSON.stringify({ home: home.url, elsewhere: attacker.url });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });

beforeAll(async () => {
  api = await anApi({ provider });
  acme = await anOrganization(api.app);
  author = await acme.aColleague();
  [home, attacker] = await Promise.all([anHonestProvider(), anHonestProvider()]);
});
beforeEach(() => {
  home.requests.length = 0;
  attacker.requests.length = 0;
});
afterAll(() => Promise.all([api.close(), provider.close(), home.close(), attacker.close()]));

const entry = (key: string, defaultValue = "", more: object = {}) => ({
  ...{ key, name: key, description: key, defaultValue },
  ...more,
});
const ping = (fields: object = {}) => ({ method: "GET", path: "/hubs/crm/ping", vendorPath: "/ping", ...fields });
const anElementAt = (entries: object[], fields: object = {}) =>
  anElement({ authentication: { type: "basic" }, configuration: entries, resources: [ping()], ...fields });

const ofAuthor = () => ({ organizationId: acme.id, accountId: author.accountId });
async function published(definition: object) {
  const element = await insertElement(api.app, ofAuthor(), definition);
  await api.fetch(`/elements/${element.key}/accounts/${acme.accountId}`, { as: acme.administrator, method: "PUT" });
  return element;
}
const change = async (key: string, body: object) =>
  expect((await api.fetch(`/elements/${key}`, { as: author, method: "PUT", body })).status).toBe(200);
const PASSWORD = { username: "ada", password: "canary-p4ssword" };
async function connect(key: string, configuration: object = PASSWORD, as: Person = acme.administrator) {
  const body = { name: "i", element: { key }, configuration };
  const created = await api.fetch("/instances", { as, method: "POST", body });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body as { id: number; token: string; elementId: number };
}
const call = (token: string, path = "/ping") =>
  api.fetch(`/hubs/crm${path}`, {
    as: { authorization: `${acme.administrator.authorization}, Element ${token}` },
  });
const patch = (id: number, body: object, as: Person = acme.administrator) =>
  api.fetch(`/instances/${id}`, { as, method: "PATCH", body });

describe("E08: the author of an element cannot lead the connections of others to another host", () => {
  const away = () => ping({ vendorPath: `${attacker.url}/ping` });

  test.each<[string, () => object[], () => object[]]>([
    [
      "further origins",
      () => [entry("base.url", home.url)],
      () => [entry("base.url", home.url), entry("allowed.origins", attacker.url)],
    ],
    [
      "a base address, where there was none",
      () => [entry("base.url"), entry("allowed.origins", home.url)],
      () => [entry("base.url", attacker.url), entry("allowed.origins", home.url)],
    ],
  ])("by %s", async (_, before, after) => {
    const definition = anElementAt(before(), { resources: [ping({ vendorPath: `${home.url}/ping` })] });
    const element = await published(definition);
    const { id, token } = await connect(element.key);
    expect([(await call(token)).status, home.requests.length]).toEqual([200, 1]);

    await change(element.key, { ...definition, configuration: after(), resources: [away()] });
    await call(token);
    // Nor does another change by its owner bring it along.
    expect((await patch(id, { name: "renamed", configuration: { username: "ada" } })).status).toBe(200);
    await call(token);
    expect(attacker.requests).toEqual([]);
    // A connection that is made now has them.
    expect((await call((await connect(element.key)).token)).status).toBe(200);
  });

  test("by a resource that changes the address; one that connects may determine it", async () => {
    const leads = (name: string) => ({
      ...{ type: "configuration", name: "base.url", vendorType: "bodyField", vendorName: name, source: "response" },
    });
    const definition = anElementAt([entry("base.url", home.url)]);
    const element = await published(definition);
    const { id, token } = await connect(element.key);
    await change(element.key, { ...definition, resources: [ping({ parameters: [leads("elsewhere")] })] });
    expect(await call(token)).toMatchObject({ status: 400, body: { message: expect.stringContaining("base.url") } });
    await call(token);
    expect(attacker.requests).toEqual([]);
    const kept = await elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id });
    expect(kept?.configuration["base.url"]).toBe(home.url);

    const connects = { type: "onProvision", method: "GET", path: "/where", vendorPath: "/where" };
    const other = await published({
      ...anElementAt([entry("base.url", home.url)]),
      resources: [ping(), { ...connects, parameters: [leads("elsewhere")] }],
    });
    const { token: led } = await connect(other.key);
    expect([(await call(led)).status, attacker.requests.length]).toEqual([200, 1]);
  });

  test("a connection of the version before keeps the origins that its element has when it is migrated", async () => {
    const definition = anElementAt([entry("base.url", home.url), entry("allowed.origins", attacker.url)], {
      resources: [away()],
    });
    const element = await published(definition);
    const { id, token } = await connect(element.key);
    const open = () => elementInstances.open(api.app, { elementInstanceId: id, organizationId: acme.id });
    const instance = await open();
    if (!instance) throw new Error("The connection is gone.");
    const { "allowed.origins": _, ...configuration } = instance.configuration;
    await elementInstances.update(api.app.db.prisma, api.app.vault, instance, { configuration, updatedAt: new Date() });
    expect((await call(token)).status).toBe(400);

    const sql = await readFile("prisma/migrations/20261127231000_instance_addresses/migration.sql", "utf8");
    const [fill = ""] = /^UPDATE[^;]*;/m.exec(sql) ?? [];
    await api.app.db.pool.query(fill);
    await api.app.db.pool.query("update element_instance set version = version + 1 where id = $1", [id]);
    await change(element.key, {
      ...definition,
      configuration: [entry("base.url", home.url), entry("allowed.origins", home.url)],
    });
    expect([(await call(token)).status, attacker.requests.length]).toEqual([200, 1]);
  });
});

describe("E08: a secret that an element shares stays at the element's hosts", () => {
  const SECRET = "canary-partner-key";
  const key = (defaultValue = SECRET) => entry("partner.key", defaultValue, { type: "PASSWORD", required: true });
  const sends = (name: string) => ({
    type: "configuration",
    name,
    vendorType: "header",
    vendorName: "x-key",
    source: "request",
  });
  const shared = (entries: object[], fields: object = {}) =>
    anElement({ configuration: entries, resources: [ping()], parameters: [sends("partner.key")], ...fields });
  const seen = () => JSON.stringify(attacker.requests);
  const away = () => ({ configuration: { "base.url": attacker.url } });

  test("when a connection moves to another element", async () => {
    const element = await published(shared([entry("base.url", home.url), key()]));
    const clone = await insertElement(
      api.app,
      { organizationId: acme.id, accountId: acme.accountId },
      { ...shared([entry("base.url", attacker.url), key("")]), key: `${element.key}-clone` },
    );
    const { id, token } = await connect(element.key, {});
    const move = (configuration: object) => patch(id, { element: { id: clone.id }, configuration });
    expect(await move({ "base.url": attacker.url })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("partner.key") },
    });
    expect((await move({ "base.url": attacker.url, "partner.key": "mine" })).status).toBe(200);
    await call(token);
    expect(attacker.requests).toMatchObject([{ headers: { "x-key": "mine" } }]);
  });

  test("when a connection moves to the element from another", async () => {
    const element = await published(shared([entry("base.url", home.url), key()]));
    const clone = await insertElement(
      api.app,
      { organizationId: acme.id, accountId: acme.accountId },
      { ...shared([entry("base.url", attacker.url)], { parameters: [] }), key: `${element.key}-clone` },
    );
    const { id, token } = await connect(clone.key, {});
    const move = (configuration: object) => patch(id, { element: { id: element.id }, configuration });
    expect((await move({})).status).toBe(400);
    expect((await move({ "base.url": home.url })).status).toBe(200);
    await call(token);
    expect([home.requests[0]?.headers["x-key"], seen()]).toEqual([SECRET, "[]"]);
  });

  test("after the element has another", async () => {
    const definition = shared([entry("base.url", home.url), key()]);
    const element = await published(definition);
    const { id, token } = await connect(element.key, {});
    await change(element.key, { ...definition, configuration: [entry("base.url", home.url), key("canary-next-key")] });
    expect((await patch(id, away())).status).toBe(400);
    const clone = await insertElement(
      api.app,
      { organizationId: acme.id, accountId: acme.accountId },
      { ...shared([entry("base.url", home.url), key("")]), key: `${element.key}-clone` },
    );
    expect((await patch(id, { element: { id: clone.id } })).status).toBe(400);
    await call(token);
    expect(attacker.requests).toEqual([]);
    expect((await patch(id, { configuration: { ...away().configuration, "partner.key": "mine" } })).status).toBe(200);
    await call(token);
    expect(attacker.requests).toMatchObject([{ headers: { "x-key": "mine" } }]);
  });

  test("the client secret, where calls send it", async () => {
    const entries = [
      ...[entry("base.url", home.url), entry("oauth.api.key", "client"), entry("oauth.api.secret", SECRET)],
      ...[entry("oauth.token.url", `${home.url}/token`), entry("oauth.authorization.url", `${home.url}/authorize`)],
    ];
    const authorizes = { type: "oauthOnAuthorizeUrl", method: "GET", path: "/authorize", vendorPath: "/authorize" };
    const { key: one } = await published(
      anElement({
        ...{ authentication: { type: "oauth2" }, configuration: entries, resources: [ping(), authorizes] },
        parameters: [sends("oauth.api.secret")],
      }),
    );
    const configuration = { "oauth.user.token": "t", "base.url": attacker.url };
    const body = { name: "i", element: { key: one }, externalAuthentication: "initial", configuration };
    const create = await api.fetch("/instances", { as: acme.designer, method: "POST", body });
    expect([create.status, create.body.message]).toEqual([400, expect.stringContaining("base.url")]);
    const query = new URLSearchParams({ callbackUrl: "https://app.example/back", "base.url": attacker.url });
    for (const as of [acme.designer, acme.viewer])
      expect((await api.fetch(`/elements/${one}/oauth/url?${query}`, { as })).status).toBe(400);
    expect(attacker.requests).toEqual([]);
    const own = new URLSearchParams({ ...Object.fromEntries(query), apiSecret: "mine" });
    await api.fetch(`/elements/${one}/oauth/url?${own}`, { as: acme.designer });
    expect(attacker.requests).toMatchObject([{ headers: { "x-key": "mine" } }]);
  });
});

describe("E08: an address of another host needs the secrets again", () => {
  const refused = (name: string) => ({ status: 400, body: { message: expect.stringContaining(name) } });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ["at once", () => Promise.resolve()],
    ["after it was emptied", (id) => patch(id, { configuration: { "base.url": "" } }, acme.designer)],
  ])("by a colleague who does not know the password, %s", async (_, first) => {
    const element = await published(anElementAt([entry("base.url", home.url)]));
    const { id, token } = await connect(element.key);
    await first(id);
    for (const configuration of [
      { "base.url": attacker.url },
      { "allowed.origins": attacker.url },
      { "base.url": attacker.url, password: "********" },
      { "oauth.token.url": attacker.url },
    ])
      expect(await patch(id, { configuration }, acme.designer)).toMatchObject(refused("password"));
    await call(token);
    expect(attacker.requests).toEqual([]);
    const again = { "base.url": attacker.url, password: "another" };
    expect((await patch(id, { configuration: again }, acme.designer)).status).toBe(200);
    await call(token);
    expect(attacker.requests).toMatchObject([
      { headers: { authorization: `Basic ${Buffer.from("ada:another").toString("base64")}` } },
    ]);
  });

  test("also the password of the callback, which no provider gets", async () => {
    const element = await published(anElementAt([entry("base.url", home.url)]));
    const receiver = { "event.notification.callback.url": `${home.url}/events` };
    const account = {
      "event.notification.basic.username": "us",
      "event.notification.basic.password": "canary-callback",
    };
    const { id } = await connect(element.key, { ...PASSWORD, ...receiver, ...account });
    const move = (url: string, more: object = {}) =>
      patch(id, { configuration: { "event.notification.callback.url": url, ...more } }, acme.designer);
    const named = refused("send event.notification.basic.password again to change event.notification.callback.url");
    expect(await move(`${attacker.url}/events`)).toMatchObject(named);
    expect(await move("")).toMatchObject({ status: 200 });
    expect(await move(`${attacker.url}/events`)).toMatchObject(named);
    const both = await move(`${attacker.url}/events`, { "base.url": attacker.url });
    expect(both).toMatchObject(refused("send password, event.notification.basic.password again"));
    const again = { "event.notification.basic.password": "another" };
    expect(await move(`${attacker.url}/events`, again)).toMatchObject({ status: 200 });
    expect(await move(`${attacker.url}/other`)).toMatchObject({ status: 200 });
    const without = { "event.notification.basic.username": "", "event.notification.basic.password": "" };
    expect(await move(`${home.url}/events`, without)).toMatchObject({ status: 200 });
  });

  test("the author of an element leads no callback of a connection to another host by a default", async () => {
    const definition = anElementAt([entry("base.url", home.url)]);
    const element = await published(definition);
    const { id } = await connect(element.key, { ...PASSWORD, "event.notification.basic.password": "canary-callback" });
    const evil = entry("event.notification.callback.url", `${attacker.url}/events`);
    await change(element.key, { ...definition, configuration: [entry("base.url", home.url), evil] });
    expect(await patch(id, { configuration: { "event.notification.enabled": "true" } })).toMatchObject({ status: 200 });
    const { body } = await api.fetch(`/instances/${id}`, { as: acme.administrator });
    expect(body.configuration["event.notification.callback.url"] ?? "").toBe("");
  });

  test("by a value in the address; another path of the host needs none", async () => {
    const at = home.url.replace("127.0.0.1", "{site}");
    const element = await published(anElementAt([entry("base.url", at), entry("site", "", { required: true })]));
    const { id } = await connect(element.key, { ...PASSWORD, site: "127.0.0.1" });
    expect(await patch(id, { configuration: { site: "localhost" } })).toMatchObject(refused("password"));
    expect((await patch(id, { configuration: { "base.url": `${at}/v2` } })).status).toBe(200);
  });

  test("tokens end with the host that they are for, and are obtained again", async () => {
    const entries = [entry("base.url", home.url), entry("oauth.token.url", `${home.url}/token`)];
    const { key } = await published(
      anElement({ authentication: { type: "oauth2" }, configuration: entries, resources: [ping()] }),
    );
    const grant = { "oauth.user.token": "canary-token", "oauth.user.refresh_token": "canary-refresh" };
    const client = { "oauth.api.key": "c", "oauth.api.secret": "canary-client" };
    const { id, token } = await connect(key, { ...grant, ...client });
    const move = (more: object) => patch(id, { configuration: { "base.url": attacker.url, ...more } }, acme.designer);
    expect(await move({})).toMatchObject(refused("oauth.api.secret"));
    expect(await move({ "oauth.api.secret": "mine" })).toMatchObject(refused("providerData"));
    await call(token);
    expect(attacker.requests).toEqual([]);
    expect((await move({ "oauth.api.secret": "mine", "oauth.user.token": "mine" })).status).toBe(200);
    await call(token);
    expect(JSON.stringify(attacker.requests)).not.toContain("canary");
  });

  test("nor is a secret sent while access is granted again", async () => {
    const names = ["oauth.request.url", "oauth.token.url", "oauth.authorization.url"];
    const entries = [entry("base.url", home.url), ...names.map((name) => entry(name, `${home.url}/${name}`))];
    const { key } = await published(
      anElement({ authentication: { type: "oauth1" }, configuration: entries, resources: [ping()] }),
    );
    const grant = { "oauth.user.token": "canary-token", "oauth.user.token.secret": "canary-secret" };
    const { id } = await connect(key, { ...grant, "oauth.api.key": "c", "oauth.api.secret": "canary-client" });
    const body = { instance: { id, name: "i", configuration: { "oauth.request.url": attacker.url } } };
    const { status, body: reply } = await api.fetch(`/elements/${key}/oauth/url`, {
      as: acme.designer,
      method: "POST",
      body,
    });
    expect({ status, body: reply }).toMatchObject(refused("oauth.api.secret"));
    expect(attacker.requests).toEqual([]);
  });
});
