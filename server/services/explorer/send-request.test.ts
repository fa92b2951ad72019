import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { MOST_BYTES } from "./bounded-text.ts";

type Person = TestOrganization["viewer"];

const KEY = "canary-of-the-customer";
let api: RunningApi;
let provider: AProvider;
let acme: TestOrganization;
let other: TestOrganization;
let elementInstanceId: number;
let instanceToken: string;
let received: { line: string; headers: Record<string, unknown> }[];
let respond: (response: ServerResponse) => void;
const sessions = new Map<Person, string>();

const say = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

beforeAll(async () => {
  provider = await aProvider(({ method, url, headers }, response) => {
    received.push({ line: `${method} ${url}`, headers });
    respond(response);
  });
  api = await aRunningApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  other = await anOrganization(api.app);
  for (const person of [acme.administrator, acme.designer, acme.viewer, other.administrator]) {
    const { token } = await createSession({ username: person.email, password: person.password });
    sessions.set(person, token);
  }
  const post = (path: string, body: unknown) => api.fetch(path, { as: acme.designer, method: "POST", body });
  const parameter = (name: string, type: string, vendorName = name) => ({
    ...{ name, type, vendorName, vendorType: type },
  });
  const { body: element } = await post("/elements", {
    name: "Explored",
    key: "explored",
    description: "x",
    hub: "crm",
    authentication: { type: "apiKey" },
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url },
      { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
    ],
    parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
    resources: [
      {
        ...{ path: "/contacts", method: "GET", vendorPath: "/people", rootKey: "items", nextPageKey: "next" },
        parameters: [parameter("where", "query", "search"), parameter("nextPage", "query", "cursor")],
      },
      { path: "/contacts", method: "POST", vendorPath: "/people", parameters: [parameter("body", "body")] },
      { path: "/contacts/{id}", method: "DELETE", vendorPath: "/people/{id}", parameters: [parameter("id", "path")] },
    ],
  });
  const created = await post("/instances", {
    ...{ name: "Main", element: { id: element.id }, configuration: { username: KEY } },
  });
  [elementInstanceId, instanceToken] = [created.body.id, created.body.token];
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  received = [];
  respond = (response) => say(response, { items: [{ id: 7, name: "Ada" }] });
});

/** The whole reply of the screen, in which no secret may be. */
async function send(as: Person, input: object) {
  const reply = await sendAsScreen(sessions.get(as), "explorer.send", input);
  const text = JSON.stringify(reply);
  for (const secret of [acme.administrator, acme.designer, acme.viewer, other.administrator].map((one) => one.secret))
    expect(text).not.toContain(secret);
  for (const secret of [acme.secret, other.secret, instanceToken, KEY]) expect(text).not.toContain(secret);
  return reply;
}
const sent = async (as: Person, input: object) => (await send(as, input)).result.data;
const ofContacts = () => ({ elementInstanceId, method: "GET", path: "/hubs/crm/contacts" });

describe("a request to the platform", () => {
  test("is one of the signed-in user, and its response has no token", async () => {
    const reply = await sent(acme.designer, { method: "GET", path: "/instances", query: { pageSize: "1" } });
    expect(reply).toMatchObject({ status: 200, isCut: false, isFile: false });
    expect(reply.requestId).toMatch(/^[0-9a-f]{24}$/);
    expect(JSON.parse(reply.text)).toMatchObject([{ name: "Main", token: "********" }]);
  });

  test("of another organization sees its own only", async () => {
    const reply = await sent(other.administrator, { method: "GET", path: "/instances" });
    expect(JSON.parse(reply.text)).toEqual([]);
    const one = await sent(other.administrator, { method: "GET", path: `/instances/${elementInstanceId}` });
    expect(one.status).toBe(404);
  });

  test("of a viewer changes nothing", async () => {
    const body = { name: "By a viewer" };
    expect(await sent(acme.viewer, { method: "POST", path: "/formulas", body })).toMatchObject({ status: 403 });
    expect(await sent(acme.viewer, { method: "GET", path: "/formulas" })).toMatchObject({ status: 200 });
    expect(await sent(acme.designer, { method: "POST", path: "/formulas", body })).toMatchObject({ status: 200 });
  });

  test.each(["Authorization", "cookie", "Host", "X-Forwarded-For"])("does not take the header %s", async (name) => {
    const { error } = await send(acme.designer, { method: "GET", path: "/formulas", headers: { [name]: "x" } });
    expect(error).toMatchObject({ data: { status: 400 }, message: expect.stringContaining(name) });
  });

  test.each(["/../../api/trpc/account.secrets", "/formulas?a=b", "/%2e%2e/%2e%2e/livez"])(
    "stays within the API: %s",
    async (path) => {
      const { error } = await send(acme.designer, { method: "GET", path });
      expect(error).toMatchObject({ data: { status: 400 }, message: expect.stringMatching(/^path: /) });
    },
  );

  test("pages by the token of the page before", async () => {
    const page = async (nextPage?: string) =>
      sent(acme.designer, {
        ...{ method: "GET", path: "/elements", query: { pageSize: "1", ...(nextPage && { nextPage }) } },
      });
    await api.fetch("/elements", {
      as: acme.designer,
      method: "POST",
      body: { name: "Second", key: "second", description: "x", authentication: { type: "custom" } },
    });
    const first = await page();
    expect(first.nextPage).toEqual(expect.any(String));
    expect((await page(first.nextPage)).text).not.toBe(first.text);
  });
});

describe("a request to an element instance", () => {
  test("shows the response beside what the provider received and returned", async () => {
    const reply = await sent(acme.designer, { ...ofContacts(), query: { where: "name='Ada'" } });
    expect(reply).toMatchObject({ status: 200, text: JSON.stringify([{ id: 7, name: "Ada" }]) });
    expect(received[0]?.headers["x-key"]).toBe(KEY);
    expect(reply.exchanges).toMatchObject([
      {
        name: "GET:/people",
        request: { method: "GET" },
        response: { code: 200, body: '{"items":[{"id":7,"name":"Ada"}]}' },
      },
    ]);
    expect(reply.exchanges[0].request.url).toContain("search=");
  });

  test("that echoes its credentials shows none of them", async () => {
    respond = (response) => say(response, { items: [{ key: KEY, token: instanceToken, of: acme.designer.secret }] });
    const reply = await sent(acme.designer, ofContacts());
    expect(JSON.parse(reply.text)).toEqual([{ key: "********", token: "********", of: "********" }]);
  });

  test("masks a secret at the edge of a response that is cut", async () => {
    const filler = "x".repeat(MOST_BYTES - 30);
    respond = (response) => say(response, { items: [{ filler, key: KEY.repeat(2), rest: "y".repeat(200_000) }] });
    const reply = await sent(acme.designer, ofContacts());
    expect(reply.isCut).toBe(true);
    expect(reply.text.length).toBeLessThanOrEqual(MOST_BYTES);
    expect(reply.text).not.toContain(KEY.slice(0, 8));
  });

  test("of a viewer reads and changes nothing", async () => {
    expect(await sent(acme.viewer, ofContacts())).toMatchObject({ status: 200 });
    received = [];
    expect(await sent(acme.viewer, { ...ofContacts(), method: "POST", body: {} })).toMatchObject({ status: 403 });
    expect(received).toEqual([]);
  });

  test("of others does not exist", async () => {
    const { error } = await send(other.administrator, ofContacts());
    expect(error).toMatchObject({ data: { status: 404 } });
    expect(received).toEqual([]);
  });

  test("sends bodies, and refusals of the provider are responses", async () => {
    const { exchanges } = await sent(acme.designer, { ...ofContacts(), method: "POST", body: { name: "Grace" } });
    expect(exchanges).toMatchObject([{ request: { method: "POST", body: '{"name":"Grace"}' } }]);
    expect(received[0]).toMatchObject({ line: "POST /people", headers: { "content-length": "16" } });
    respond = (response) => say(response, { error: "gone" }, 404);
    const reply = await sent(acme.designer, { ...ofContacts(), method: "DELETE", path: "/hubs/crm/contacts/9" });
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.text)).toMatchObject({ requestId: reply.requestId });
  });

  test("is not traced for anybody else", async () => {
    await sent(acme.designer, ofContacts());
    const { body: traces } = await api.fetch(`/instances/${elementInstanceId}`, { as: acme.designer });
    expect(traces.traceLogging ?? false).toBe(false);
    expect(await api.app.db.prisma.provisionTrace.count()).toBe(0);
  });
});
