import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let respond: (response: ServerResponse, url: string) => void;

const say = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

beforeAll(async () => {
  provider = await aProvider((request, response) => respond(response, request.url ?? ""));
  api = await aRunningApi();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  provider.requests.length = 0;
  respond = (response, url) =>
    url.startsWith("/v1/people/")
      ? say(response, { id: 7, name: "Ada", nick: null })
      : say(response, [{ id: 7, name: "Ada", nick: null }]);
});

let created = 0;

/** A CRM of the provider, and one connection to it. */
async function aConnection({ resources = [] as object[], name = "Main" } = {}) {
  const element = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: `Crm ${++created}`,
      description: "A CRM",
      hub: "crm",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "Base", defaultValue: `${provider.url}/v1` },
        { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
      ],
      parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
      resources: [
        { path: "/contacts", method: "GET", vendorPath: "/people" },
        { path: "/contacts", method: "POST", vendorPath: "/people", parameters: [BODY] },
        { path: "/contacts/{id}", method: "GET", vendorPath: "/people/{id}", parameters: [ID] },
        ...resources,
      ],
    },
  });
  expect(element.status, element.text).toBe(200);
  const instance = await api.fetch(`/elements/${element.body.key}/instances`, {
    as: api.as,
    method: "POST",
    body: { name, configuration: { username: "key-of-the-customer" } },
  });
  expect(instance.status, instance.text).toBe(200);
  const [user] = api.as.authorization.split(",");
  const token = { authorization: `${user}, Element ${instance.body.token}` };
  return { element: element.body, instance: instance.body, token, id: String(instance.body.id) };
}

const ID = { name: "id", vendorName: "id", type: "path", vendorType: "path", required: true };
const BODY = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
const call = (token: { authorization: string }, path: string, more: object = {}) =>
  api.fetch(path, { as: token, ...more });

describe("a call to an element instance by REST", () => {
  test("sends the instance's credentials to the provider and returns the normalized response", async () => {
    const { token, id } = await aConnection();
    const { status, body, headers } = await call(token, "/hubs/crm/contacts/7");
    expect({ status, body }).toEqual({ status: 200, body: { id: 7, name: "Ada" } });
    expect(headers.get("elements-element-instance-id")).toBe(id);
    expect(headers.get("elements-request-id")).toBeTruthy();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(provider.requests).toMatchObject([{ url: "/v1/people/7", headers: { "x-key": "key-of-the-customer" } }]);
  });

  test.each(["/hubs/crm/contacts/7", "/hubs/crap/contacts/7", "/contacts/7"])(
    "the hub does not count: %s",
    async (path) => {
      const { token } = await aConnection();
      expect((await call(token, path)).status).toBe(200);
    },
  );

  test("a list has the number of its rows", async () => {
    const { token } = await aConnection();
    const { body, headers } = await call(token, "/contacts");
    expect(body).toEqual([{ id: 7, name: "Ada" }]);
    expect(headers.get("elements-returned-count")).toBe("1");
  });

  test("the header may hold all three parts in any order, and the organization must match", async () => {
    const { token, instance } = await aConnection();
    const [user, organization] = api.as.authorization.split(/,\s*/);
    const path = "/hubs/crm/contacts/7";
    for (const authorization of [
      `${organization}, ${user}, Element ${instance.token}`,
      `Element ${instance.token}, ${user}`,
    ])
      expect((await call({ authorization }, path)).status).toBe(200);
    const wrong = { authorization: `${token.authorization}, Organization nobody` };
    expect((await call(wrong, path)).status).toBe(401);
  });

  test("an unknown path is 404, a known one with another method 405 with Allow", async () => {
    const { token } = await aConnection();
    respond = (response) => say(response, { message: "no such thing" }, 404);
    expect((await call(token, "/hubs/crm/contacts/7/notes/8/x/9")).status).toBe(404);
    const { status, headers } = await call(token, "/hubs/crm/contacts", { method: "PATCH", body: {} });
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow: "GET, POST" });
  });

  test("a chain of five is called, one of six refused before the provider is", async () => {
    const link = (at: number, last: number) => ({
      path: `/links/${last}/${at}`,
      ...{ method: "GET", vendorPath: `/people/${at}` },
      ...(at < last && { nextResource: `GET:/links/${last}/${at + 1}` }),
    });
    const chain = (length: number) => Array.from({ length }, (_, at) => link(at + 1, length));
    const { token } = await aConnection({ resources: [...chain(5), ...chain(6)] });
    expect((await call(token, "/links/5/1")).status).toBe(200);
    expect(provider.requests.map(({ url }) => url)).toEqual([1, 2, 3, 4, 5].map((at) => `/v1/people/${at}`));
    const { status, body } = await call(token, "/links/6/1");
    expect([status, body.message]).toEqual([400, expect.stringContaining("longer than 5 resources")]);
    expect(provider.requests).toHaveLength(5);
  });

  test("passes on the provider's error, without our credential (E12)", async () => {
    const { token } = await aConnection();
    respond = (response) => say(response, { error: "bad key key-of-the-customer" }, 403);
    const { status, body } = await call(token, "/contacts/7");
    expect(status).toBe(403);
    expect(body).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
    expect(body.providerMessage).toContain("bad key ********");
  });

  test("a deleted instance is 401, a disabled one 403 but for its objects", async () => {
    const { token, id } = await aConnection();
    await api.fetch(`/instances/${id}/enabled`, { as: api.as, method: "DELETE" });
    expect((await call(token, "/contacts")).status).toBe(403);
    const objects = await call(token, "/objects");
    expect(objects).toMatchObject({ status: 200, body: expect.arrayContaining(["contacts"]) });
    await api.fetch(`/instances/${id}/enabled`, { as: api.as, method: "PUT" });
    expect((await call(token, "/contacts")).status).toBe(200);
    await api.fetch(`/instances/${id}`, { as: api.as, method: "DELETE" });
    expect((await call(token, "/contacts")).status).toBe(401);
  });

  test("a change of the definition counts with the next call", async () => {
    const { token, element } = await aConnection();
    expect((await call(token, "/contacts/7")).body.nick).toBeUndefined();
    const resource = { path: "/people", method: "GET", vendorPath: "/people" };
    const added = await api.fetch(`/elements/${element.key}/resources`, { as: api.as, method: "POST", body: resource });
    expect(added.status, added.text).toBe(200);
    expect((await call(token, "/hubs/crm/people")).status).toBe(200);
  });

  test("filter.response.nulls takes effect at once", async () => {
    const { token, id } = await aConnection();
    const entries = await api.fetch(`/instances/${id}/configuration`, { as: api.as });
    const entry = entries.body.find(({ key }: { key: string }) => key === "filter.response.nulls");
    await api.fetch(`/instances/${id}/configuration/${entry.id}`, {
      as: api.as,
      method: "PATCH",
      body: { ...entry, propertyValue: "false" },
    });
    expect((await call(token, "/contacts/7")).body).toEqual({ id: 7, name: "Ada", nick: null });
  });

  test("an element may have a path of the platform's, which then is its own for its token", async () => {
    const { token } = await aConnection({
      resources: [{ path: "/users/{id}", method: "GET", vendorPath: "/people/{id}", parameters: [ID] }],
    });
    expect((await call(token, "/users/7")).body).toEqual({ id: 7, name: "Ada" });
    const platform = await api.fetch("/users/7", { as: api.as });
    expect([404, 401]).toContain(platform.status);
  });

  test.each(["/formulas", "/instances", "/elements", "/authentication/secrets"])(
    "%s is the platform's and no element's (I07)",
    async (path) => {
      const { element, token } = await aConnection();
      const resource = { path, method: "GET", vendorPath: "/people" };
      const saving = { as: api.as, method: "POST", body: resource };
      const refused = await api.fetch(`/elements/${element.key}/resources`, saving);
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("belongs to the platform")]);
      await call(token, path);
      expect(provider.requests).toEqual([]);
    },
  );

  test.each(["/accounts", "/users", "/organizations/me", "/accounts/settings"])(
    "%s is the element's for its token, with or without the Organization secret, and the platform's for all others",
    async (path) => {
      const { token } = await aConnection({ resources: [{ path, method: "GET", vendorPath: "/people" }] });
      const people = [{ id: 7, name: "Ada" }];
      expect((await call(token, path)).body).toEqual(people);
      const [, organization] = api.as.authorization.split(",");
      const all = { authorization: `${token.authorization},${organization}` };
      expect((await call(all, path)).body).toEqual(people);
      const platform = await api.fetch(path, { as: api.as });
      expect([platform.status, platform.body]).not.toEqual([200, people]);
      const { token: without } = await aConnection();
      const anyway = { authorization: `${without.authorization},${organization}` };
      expect((await call(anyway, path)).body).toEqual(platform.body);
    },
  );

  test("a viewer may read and change nothing", async () => {
    const { instance } = await aConnection();
    const [user] = api.viewer.authorization.split(",");
    const token = { authorization: `${user}, Element ${instance.token}` };
    expect((await call(token, "/contacts/7")).status).toBe(200);
    provider.requests.length = 0;
    const refused = await call(token, "/contacts", { method: "POST", body: { name: "Grace" } });
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("viewer") } });
    expect(provider.requests).toEqual([]);
  });

  test("hooks run around the call", async () => {
    const hooks = [
      { type: "preRequest", body: "done({ request_vendor_headers: { 'X-Hooked': 'yes' } });" },
      {
        type: "postRequest",
        body: "done({ response_body: { hooked: response_body.name, status: response_status_code } });",
      },
    ];
    const { token } = await aConnection({
      resources: [{ path: "/hooked/{id}", method: "GET", vendorPath: "/people/{id}", parameters: [ID], hooks }],
    });
    expect((await call(token, "/hooked/7")).body).toEqual({ hooked: "Ada", status: 200 });
    expect(provider.requests[0]?.headers["x-hooked"]).toBe("yes");
  });
});

const manual = (steps: object[], configuration: object[] = []) => ({
  name: `Formula ${++created}`,
  engine: "v3",
  configuration,
  triggers: [{ type: "manual", onSuccess: ["one"] }],
  steps,
});
const CRM = [{ key: "crm", name: "crm", type: "elementInstance" }];

describe("a step of a formula", () => {
  test("elementRequest calls the element as REST does, and its records hide the credential", async () => {
    const { id } = await aConnection();
    respond = (response) => say(response, { id: 7, echo: "key-of-the-customer" });
    const step = {
      name: "one",
      type: "elementRequest",
      properties: { elementInstanceId: "${config.crm}", method: "GET", api: "/hubs/crm/contacts/${trigger.args.id}" },
    };
    const { formulaInstanceId } = await api.aRunnable(manual([step], CRM), { configuration: { crm: id } });
    const run = await api.run(formulaInstanceId, { id: 7 });
    expect(run).toMatchObject({ status: "success" });
    const values = (await api.stepsOf(run.id)).find(({ stepName }) => stepName === "one")?.values;
    expect(JSON.stringify(values)).toContain("/hubs/crm/contacts/7");
    expect(JSON.stringify(values)).not.toContain("key-of-the-customer");
  });

  test("a credential that the provider repeats in its error is in no record of it (E12)", async () => {
    const { id } = await aConnection();
    respond = (response) => say(response, { error: "bad key key-of-the-customer" }, 403);
    const properties = { elementInstanceId: "${config.crm}", method: "GET", api: "/hubs/crm/contacts" };
    const step = { name: "one", type: "elementRequest", properties };
    const { formulaInstanceId } = await api.aRunnable(manual([step], CRM), { configuration: { crm: id } });
    const run = await api.run(formulaInstanceId);
    expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("The provider forbids access") });
    expect(JSON.stringify([run, await api.stepsOf(run.id)])).not.toContain("key-of-the-customer");
  });

  test("an instance of another organization is not found, and not called (A13)", async () => {
    const { id } = await aConnection();
    const step = {
      name: "one",
      type: "elementRequest",
      properties: { elementInstanceId: "${trigger.args.it}", method: "GET", api: "/contacts" },
    };
    const { formulaInstanceId } = await api.aRunnable(manual([step]));
    const run = await api.run(formulaInstanceId, { it: String(Number(id) + 1000) });
    expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("no element instance") });
    expect(provider.requests).toEqual([]);
  });

  test("elementRequestStream sends the response of one instance to another", async () => {
    const file = Buffer.alloc(300_000, "Formulary ");
    const source = await aConnection({
      resources: [{ path: "/files/{id}", method: "GET", vendorPath: "/blobs/{id}", parameters: [ID] }],
    });
    const target = await aConnection({
      resources: [{ path: "/files", method: "POST", vendorPath: "/uploads", parameters: [BODY] }],
    });
    respond = (response, url) =>
      url.includes("/blobs/")
        ? response.writeHead(200, { "content-type": "text/csv" }).end(file)
        : say(response, { stored: true });
    const step = {
      name: "one",
      type: "elementRequestStream",
      properties: {
        downloadElementInstanceId: source.id,
        downloadMethod: "GET",
        downloadApi: "/files/1",
        uploadElementInstanceId: target.id,
        uploadMethod: "POST",
        uploadApi: "/files",
      },
    };
    const { formulaInstanceId } = await api.aRunnable(manual([step]));
    const run = await api.run(formulaInstanceId);
    expect(run, JSON.stringify(run)).toMatchObject({ status: "success" });
    const upload = provider.requests.find(({ url }) => url.endsWith("/uploads"));
    expect(upload?.body.length).toBe(file.length);
    expect(upload?.headers["content-type"]).toContain("text/csv");
  });
});

describe("the elementRequest trigger", () => {
  const onContacts = (steps: object[]) => ({
    ...manual(steps, CRM),
    triggers: [
      {
        type: "elementRequest",
        properties: { elementInstanceId: "${config.crm}", method: "POST", api: "hubs/crm/contacts" },
        onSuccess: ["one"],
      },
    ],
  });
  const script = {
    name: "one",
    type: "script",
    properties: {
      body: "const { code, headers } = trigger.response; done({ name: trigger.request.body.name, code, headers: JSON.stringify(headers) });",
    },
  };
  const executionsOf = async (formulaInstanceId: number) =>
    (await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, { as: api.as })).body as {
      id: number;
      status: string;
    }[];

  test("starts a formula whenever that call is made, with the call and its reply", async () => {
    const { token, id } = await aConnection();
    const { formulaInstanceId } = await api.aRunnable(onContacts([script]), { configuration: { crm: id } });
    respond = (response) =>
      response.writeHead(200, { "content-type": "application/json", "x-of-provider": "1" }).end(`{"id":1}`);
    const { headers } = await call(token, "/contacts", { method: "POST", body: { name: "Grace" } });
    await call(token, "/contacts");
    expect(await executionsOf(formulaInstanceId)).toHaveLength(1);
    const requestId = headers.get("elements-request-id");
    expect(await api.app.db.prisma.execution.count({ where: { formulaInstanceId, requestId } })).toBe(1);
    await expect.poll(async () => (await executionsOf(formulaInstanceId))[0]?.status).toBe("success");
    const [execution] = await executionsOf(formulaInstanceId);
    const steps = await api.stepsOf(execution?.id ?? 0);
    const { headers: seen, ...values } = steps.find(({ stepName }) => stepName === "one")?.values ?? {};
    expect(values).toMatchObject({ name: "Grace", code: "200" });
    expect(JSON.parse(String(seen))).toMatchObject({
      ...{ "content-type": "application/json; charset=utf-8", "elements-request-id": requestId },
      ...{ "elements-element-instance-id": id, "x-of-provider": "1" },
    });
  });

  test("responds although a formula cannot be started; its owner is notified, and the others are started", async () => {
    const { token, id } = await aConnection({ name: "Of the full disk" });
    const configuration = { crm: id };
    const runnables = [
      await api.aRunnable(onContacts([script]), { configuration }),
      await api.aRunnable(onContacts([script]), { configuration }),
    ];
    const accept = vi.spyOn(api.engine, "accept").mockRejectedValueOnce(new Error("No space left on device"));
    const reply = await call(token, "/contacts", { method: "POST", body: { name: "Grace" } });
    accept.mockRestore();
    expect([reply.status, provider.requests.length]).toEqual([200, 1]);
    const started = await Promise.all(runnables.map(({ formulaInstanceId }) => executionsOf(formulaInstanceId)));
    const unstarted = runnables[started.findIndex((executions) => executions.length === 0)];
    expect(started.flat()).toHaveLength(1);
    const { body } = await api.fetch("/notifications?topics[]=formula-not-started", { as: api.as });
    const words = `POST /contacts succeeded. Formula instance ${unstarted?.formulaInstanceId} could not be started.`;
    expect(body).toMatchObject([{ message: expect.stringContaining(words) }]);
  });

  test("an inactive formula instance is not started", async () => {
    const { token, id } = await aConnection();
    const { formulaInstanceId } = await api.aRunnable(onContacts([script]), {
      configuration: { crm: id },
      active: false,
    });
    await call(token, "/contacts", { method: "POST", body: {} });
    expect(await executionsOf(formulaInstanceId)).toEqual([]);
  });

  test("a formula that makes the very call that starts it is stopped (B14)", async () => {
    const { token, id } = await aConnection();
    const again = {
      name: "one",
      type: "elementRequest",
      properties: { elementInstanceId: "${config.crm}", method: "POST", api: "/contacts", body: "{}" },
    };
    const { formulaInstanceId } = await api.aRunnable(onContacts([again]), { configuration: { crm: id } });
    await call(token, "/contacts", { method: "POST", body: {} });
    await expect
      .poll(async () => (await executionsOf(formulaInstanceId)).filter(({ status }) => status === "success").length)
      .toBe(5);
    expect(provider.requests).toHaveLength(6);
    const { body } = await api.fetch("/notifications?topics[]=formula-loop-stopped", { as: api.as });
    expect(body).toMatchObject([{ message: expect.stringContaining("POST /contacts") }]);
  });
});

describe("a POST with an Idempotency-Key", () => {
  const post = (token: { authorization: string }, key: string, body: object = { name: "Grace" }, path = "/contacts") =>
    call(token, path, { method: "POST", body, headers: { "Idempotency-Key": key } });

  test("is sent once, with the same response every time; the provider gets the key", async () => {
    const { token, id } = await aConnection();
    const first = await post(token, "order-1");
    const again = await post(token, "order-1");
    expect(provider.requests).toMatchObject([{ method: "POST", headers: { "idempotency-key": "order-1" } }]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(again.headers.get("elements-element-instance-id")).toBe(id);
  });

  test("of another content, or to another instance, is refused", async () => {
    const [{ token }, other] = [await aConnection(), await aConnection()];
    await post(token, "order-2");
    expect((await post(token, "order-2", { name: "Ada" })).status).toBe(422);
    expect((await post(token, "order-2", { name: "Grace" }, "/contacts?dry=true")).status).toBe(422);
    expect((await post(other.token, "order-2")).status).toBe(422);
    expect(provider.requests).toHaveLength(1);
  });

  test("that was refused may be made again, with the same key", async () => {
    const { token } = await aConnection();
    respond = (response) => say(response, { message: "not now" }, 409);
    expect((await post(token, "order-3")).status).toBe(409);
    respond = (response) => say(response, { id: 8 });
    expect((await post(token, "order-3")).body).toEqual({ id: 8 });
    expect(provider.requests.map(({ headers }) => headers["idempotency-key"])).toEqual(["order-3", "order-3"]);
  });
});

describe("a provider that cannot keep up", () => {
  const times = (count: number, token: { authorization: string }, more: object = {}) =>
    Promise.all(Array.from({ length: count }, () => call(token, "/contacts", more)));
  const refuse = (status: number, after?: string) => {
    respond = (response) =>
      response.writeHead(status, after === undefined ? {} : { "retry-after": after }).end("Slow down, please.");
  };

  test("is not called by that instance, and by no other, for the requested time (E18)", async () => {
    const [called, other] = [await aConnection(), await aConnection()];
    refuse(429, "30");
    const first = await call(called.token, "/contacts");
    expect([first.status, first.headers.get("retry-after"), provider.requests.length]).toEqual([429, "30", 1]);
    const next = await call(called.token, "/contacts");
    expect([next.status, provider.requests.length]).toEqual([429, 1]);
    expect(next.body.message).toContain("The rate limit of the provider is reached. No requests are sent");
    expect(Number(next.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    await call(other.token, "/contacts");
    expect(provider.requests).toHaveLength(2);
  });

  test.each([
    ["a date", () => new Date(Date.now() + 25_000).toUTCString()],
    ["for ever", () => "1000000000"],
  ])("may request a pause by %s, and is called again within a minute (E18)", async (_, header) => {
    const { token } = await aConnection();
    refuse(429, header());
    await call(token, "/contacts");
    const next = await call(token, "/contacts");
    expect([next.status, provider.requests.length]).toEqual([429, 1]);
    expect(Number(next.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  });

  test("is waited for when it requests a short pause (E18)", async () => {
    const { token } = await aConnection();
    refuse(429, "1");
    await call(token, "/contacts");
    respond = (response) => say(response, []);
    expect((await call(token, "/contacts")).status).toBe(200);
    expect(provider.requests).toHaveLength(2);
  });

  test.each([["soon"], ["-5"], [undefined]])("that says nothing to go by is called on: %s (E18)", async (header) => {
    const { token } = await aConnection();
    refuse(429, header);
    await times(2, token);
    expect(provider.requests).toHaveLength(2);
  });

  test("that fails most calls is not called for a while, and others are", async () => {
    const [failing, other] = [await aConnection(), await aConnection()];
    refuse(500);
    await times(20, failing.token);
    const next = await call(failing.token, "/contacts", { method: "POST", body: {} });
    expect([next.status, provider.requests.length]).toEqual([503, 20]);
    expect(Number(next.headers.get("retry-after"))).toBeGreaterThan(0);
    await call(other.token, "/contacts");
    expect(provider.requests).toHaveLength(21);
  });
});

describe("a formula as a resource of an element", () => {
  test("handles the request, by a formula instance created for the element instance", async () => {
    const body = "done({ statusCode: 201, result: { hello: trigger.args.request.query.name, crm: config.crm } });";
    const formula = manual([{ name: "one", type: "script", properties: { body } }], CRM);
    const { body: saved } = await api.fetch("/formulas", { as: api.as, method: "POST", body: formula });
    const { token, id } = await aConnection({
      name: "Sales CRM",
      resources: [{ path: "/formula", method: "GET", type: "formulaAsResource", formulaId: saved.id }],
    });
    const { status, body: responseBody } = await call(token, "/hubs/crm/formula?name=Ada");
    expect([status, responseBody]).toEqual([201, { hello: "Ada", crm: id }]);
    await call(token, "/hubs/crm/formula?name=Ada");
    const { body: instances } = await api.fetch(`/formulas/${saved.id}/instances`, { as: api.as });
    expect(instances).toMatchObject([{ name: expect.stringContaining("Sales CRM") }]);
  });
});
