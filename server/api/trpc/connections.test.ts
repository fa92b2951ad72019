import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCallbacks } from "#server/api/callbacks.ts";
import { createVault } from "#server/outside/vault.ts";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { writeInstance } from "#server/services/instance/write-instance.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import { createOpenInstances } from "#server/store/element-instance/open-instances.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { anElement, anOauthElement, insertElement } from "#server/testing/elements.ts";
import { aFormula, aStep } from "#server/testing/formulas.ts";
import { anOauthProvider, type OauthProvider } from "#server/testing/oauth-provider.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { providerPorts } from "#server/testing/provider-ports.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { handleCall, TRPC_PATH } from "./handle-call.ts";

const provider = providerPorts();
let app: TestApp;
let acme: TestOrganization;
let oauthProvider: OauthProvider;
let token: string;

beforeAll(async () => {
  app = await anApp({ provider });
  const vault = createVault(TEST_KEYS);
  Object.assign(app, { vault, openInstances: createOpenInstances({ db: app.db, vault }) });
  registerApp(app);
  acme = await anOrganization(app);
  oauthProvider = await anOauthProvider();
  const { email: username, password } = acme.designer;
  ({ token } = await createSession({ username, password }));
});
afterAll(() => Promise.all([app.close(), provider.close(), oauthProvider.close()]));

async function send(path: string, input: unknown, isLook = false) {
  const query = isLook ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const reply = await handleCall(
    app,
    new Request(`https://formulary.test${TRPC_PATH}/${path}${query}`, {
      method: isLook ? "GET" : "POST",
      headers: { "content-type": "application/json" },
      ...(!isLook && { body: JSON.stringify(input) }),
    }),
    token,
  );
  const { result, error } = await reply.json();
  return { data: result?.data, error, headers: reply.headers };
}
const look = (path: string, input: unknown) => send(path, input, true);

const owner = () => ({ organizationId: acme.id, accountId: acme.accountId });

async function aConnection(): Promise<number> {
  const { key } = await insertElement(app, owner(), anElement());
  const { data } = await send("connection.create", { elementKey: key, name: "Mine", configuration: {} });
  return data.id;
}

async function aUse(elementInstanceId: number): Promise<number> {
  const configuration = [
    { key: "crm", name: "CRM", type: "elementInstance" },
    { key: "note", name: "Note", type: "value", required: false },
  ];
  const { data: formula } = await send("formula.create", aFormula({ configuration }));
  // The value is the same text, but no connection.
  const values = { crm: String(elementInstanceId), note: String(elementInstanceId) };
  const instance = { name: "Uses it", configuration: values };
  return (await send("formulaInstance.create", { formulaId: formula.id, instance })).data.id;
}

const valuesOf = async (formulaInstanceId: number) =>
  (await look("formulaInstance.read", { formulaInstanceId })).data.configuration;

test("instances created on a screen accept webhooks at their signed address only; those created by REST need not", async () => {
  const stored = async (elementInstanceId: number) =>
    (await look("connection.read", { elementInstanceId })).data.configuration["event.address.signed.only"];
  const { key } = await insertElement(app, owner(), anElement());
  const connect = async (configuration: object) =>
    (await send("connection.create", { elementKey: key, name: "Mine", configuration })).data.id;
  expect(await stored(await connect({}))).toBe("true");
  expect(await stored(await connect({ "event.address.signed.only": "false" }))).toBe("false");
});

describe("a connection with a key", () => {
  const standings = async (elementInstanceId: number) => {
    const { items } = (await look("connection.list", {})).data;
    const listed = items.find(({ id }: { id: number }) => id === elementInstanceId).standing;
    return [listed, (await look("connection.read", { elementInstanceId })).data.standing];
  };

  const requestWith = (elementInstanceId: number, status: number, createdAt = new Date()) => ({
    ...{ ...owner(), userId: acme.designer.id },
    ...{ requestId: randomUUID(), elementInstanceId, method: "GET", uri: "/contacts", resource: "contacts" },
    ...{ ip: "127.0.0.1", status, processMs: 1, createdAt },
  });

  test("is not tried until a request succeeds", async () => {
    const id = await aConnection();
    expect(await standings(id)).toEqual(["untried", "untried"]);
    await app.db.prisma.usage.create({ data: requestWith(id, 401) });
    expect(await standings(id)).toEqual(["untried", "untried"]);
    await app.db.prisma.usage.create({ data: requestWith(id, 200) });
    expect(await standings(id)).toEqual(["works", "works"]);
  });

  const aged = async (days: number) => {
    const id = await aConnection();
    const createdAt = new Date(Date.now() - days * 86_400_000);
    await app.db.prisma.elementInstance.update({ where: { id }, data: { createdAt } });
    return id;
  };
  const stateOf = async (elementInstanceId: number) => {
    const { standing, days } = (await look("connection.read", { elementInstanceId })).data;
    return { standing, days };
  };

  test("older than the records of requests says that it was not used, or not successfully", async () => {
    const id = await aged(31);
    expect(await standings(id)).toEqual(["unused", "unused"]);
    expect(await stateOf(id)).toEqual({ standing: "unused", days: 30 });
    await app.db.prisma.usage.create({ data: requestWith(id, 401, new Date(Date.now() - 86_400_000)) });
    expect(await stateOf(id)).toEqual({ standing: "unproven", days: 30 });
    await app.db.prisma.usage.create({ data: requestWith(id, 200) });
    expect(await standings(id)).toEqual(["works", "works"]);
  });

  test("is judged by the days for which its organization keeps requests", async () => {
    const id = await aged(8);
    expect(await stateOf(id)).toEqual({ standing: "untried", days: undefined });
    const keepFor = (retentionDays: number | null) =>
      app.db.prisma.organization.update({ where: { id: acme.id }, data: { retentionDays } });
    await keepFor(7);
    expect(await stateOf(id)).toEqual({ standing: "unused", days: 7 });
    await app.db.prisma.usage.create({ data: requestWith(id, 200, new Date(Date.now() - 7.5 * 86_400_000)) });
    expect(await stateOf(id)).toEqual({ standing: "unused", days: 7 });
    await keepFor(null);
    expect(await stateOf(id)).toEqual({ standing: "works", days: undefined });
  });

  test("that the provider granted or refreshed since then works", async () => {
    const id = await aged(31);
    const { configuration } = (await look("connection.read", { elementInstanceId: id })).data;
    expect(configuration["oauth.user.refresh_time"]).toBeUndefined();
    const seen = await elementInstances.open(app, { elementInstanceId: id, organizationId: acme.id });
    if (!seen) throw new Error("The connection is missing.");
    const granted = { ...seen.configuration, "oauth.user.refresh_time": String(Date.now() - 86_400_000) };
    await app.db.prisma.$transaction((tx) => writeInstance(app, tx, seen, { configuration: granted }));
    expect(await stateOf(id)).toEqual({ standing: "works", days: undefined });
  });
});

describe("a connection that formulas use", () => {
  test("is not deleted, and says who uses it with which variable", async () => {
    const [elementInstanceId] = [await aConnection()];
    const id = await aUse(elementInstanceId);
    const { error } = await send("connection.remove", { elementInstanceId });
    expect(error).toMatchObject({ message: /^1 formula instance uses it/, data: { status: 409 } });
    const { data } = await look("connection.read", { elementInstanceId });
    expect(data.usedBy).toMatchObject([{ id, variables: ["CRM"] }]);
  });

  test("is replaced everywhere at once, in the variables that name it and nowhere else; then it can go", async () => {
    const [from, to] = [await aConnection(), await aConnection()];
    const uses = [await aUse(from), await aUse(from)];
    expect((await send("connection.replace", { from, to })).data).toEqual({ replaced: 2 });
    for (const id of uses) expect(await valuesOf(id)).toEqual({ crm: String(to), note: String(from) });
    expect((await send("connection.remove", { elementInstanceId: from })).error).toBeUndefined();
  });

  test("is replaced without undoing a change that somebody makes at the same time", async () => {
    const [from, to] = [await aConnection(), await aConnection()];
    const id = await aUse(from);
    const change = await app.db.pool.connect();
    await change.query("begin");
    await change.query(
      "select f.id from formula f join formula_instance i on i.formula_id = f.id where i.id = $1 for update of f",
      [id],
    );
    const replacing = send("connection.replace", { from, to });
    await expect
      .poll(async () => (await change.query("select from pg_locks where not granted")).rowCount)
      .toBeGreaterThan(0);
    await change.query(
      `update formula_instance set configuration = configuration::jsonb || '{"note": "changed"}' where id = $1`,
      [id],
    );
    await change.query("commit");
    change.release();
    expect((await replacing).data).toEqual({ replaced: 1 });
    expect(await valuesOf(id)).toEqual({ crm: String(to), note: "changed" });
  });

  test("stays where it is when it is to be replaced by nothing, or itself", async () => {
    const from = await aConnection();
    const use = await aUse(from);
    expect((await send("connection.replace", { from, to: 999_999_999 })).error.data.status).toBe(404);
    expect((await send("connection.replace", { from, to: from })).error.data.status).toBe(400);
    expect((await valuesOf(use)).crm).toBe(String(from));
  });
});

test("that somebody read a token is in the audit log", async () => {
  const elementInstanceId = await aConnection();
  const { data } = await send("connection.token", { elementInstanceId });
  expect(data.token).toEqual(expect.stringMatching(/.{20}/));
  const entries = await app.db.prisma.auditEntry.findMany({ where: { entityId: String(elementInstanceId) } });
  expect(entries).toContainEqual(
    expect.objectContaining({ entity: "elementInstance", action: "secretRead", userId: acme.designer.id }),
  );
});

test("the form asks for a key that only a parameter of the element mentions", async () => {
  const parameters = [{ name: "api.token", type: "configuration", vendorName: "X-Token", vendorType: "header" }];
  const element = anElement({ authentication: { type: "apiKey" }, parameters });
  const { key } = await insertElement(app, owner(), element);
  const { data } = await look("connection.form", { elementKey: key });
  expect(data.types[0].entries).toContainEqual(
    expect.objectContaining({ key: "api.token", type: "PASSWORD", isOwn: true }),
  );
});

describe("access that is granted in the same window", () => {
  async function begin(returnTo: string) {
    const { key } = await insertElement(app, owner(), anOauthElement(oauthProvider));
    const configuration = { "oauth.api.key": "id", "oauth.api.secret": "secret" };
    return send("connection.begin", { elementKey: key, instance: { name: "mine", configuration }, returnTo });
  }
  const comeBack = (query: Record<string, string>, cookie = "") =>
    createCallbacks(app).request(`/oauth/callback?${new URLSearchParams(query)}`, { headers: { cookie } });

  test("returns to the previous page, with the new connection", async () => {
    const { data, headers } = await begin("/connections/new/acme?from=1");
    const { code, state } = oauthProvider.grant(data.oauthUrl);
    const reply = await comeBack({ code, state: state ?? "" }, headers.get("set-cookie")?.split(";")[0]);
    expect(reply.status).toBe(303);
    expect(reply.headers.get("location")).toMatch(/^\/connections\/new\/acme\?from=1&connected=\d+$/);
  });

  test.each([
    ["denied", { error: "access_denied" }],
    ["provider", { error: "server_error" }],
    ["state", { code: "x" }],
  ])("shows the way back when it ended otherwise: %s", async (outcome, grant) => {
    const { data } = await begin("/connections/new/acme");
    const { state } = oauthProvider.grant(data.oauthUrl);
    const text = await (await comeBack({ ...grant, state: state ?? "" })).text();
    expect(text).toContain(`href="/connections/new/acme?refused=${outcome}"`);
    expect(text).toContain(`"outcome":"${outcome}"`);
  });

  test.each(["https://elsewhere.test/", "//elsewhere.test/", "/\\elsewhere.test", "/.//elsewhere.test", "connections"])(
    "leads to no other site: %s",
    async (returnTo) => {
      expect((await begin(returnTo)).error.data.status).toBe(400);
    },
  );
});

test("formulas list the sub-formulas of their steps, unless the id is an expression", async () => {
  const runs = (name: string, formulaId: unknown) => aStep(name, { type: "formula", properties: { formulaId } });
  const { data: inner } = await send("formula.create", aFormula({ name: "Inner" }));
  const steps = [runs("one", inner.id), runs("again", String(inner.id)), runs("any", "${config.which}")];
  const { data: outer } = await send("formula.create", aFormula({ name: "Outer", steps }));
  expect((await look("formula.calls", null)).data).toEqual(
    expect.arrayContaining([
      { id: inner.id, name: "Inner", runs: [] },
      { id: outer.id, name: "Outer", runs: [inner.id] },
    ]),
  );
});

test("an address of another host names the entries that have to be entered again, for the form that marks them", async () => {
  const entry = (key: string, defaultValue = "") => ({ key, name: key, description: key, defaultValue });
  const at = { configuration: [entry("base.url", oauthProvider.url)], authentication: { type: "basic" } };
  const { key: elementKey } = await insertElement(app, owner(), anElement(at));
  const configuration = { username: "ada", password: "canary-p4ssword" };
  const { data } = await send("connection.create", { elementKey, name: "Mine", configuration });
  const moved = { "base.url": "https://other.example.test" };
  const { error } = await send("connection.change", { elementInstanceId: data.id, configuration: moved });
  expect(error.data).toMatchObject({ status: 400, entries: ["password"] });
});
