import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";

let api: RunningApi;
let provider: AProvider;
let respond: (response: ServerResponse, url: string) => void;
let token: { authorization: string };
let instanceId: number;

const KEY = "canary-of-the-customer";
const say = (response: ServerResponse, body: unknown, code = 200) =>
  response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));

beforeAll(async () => {
  provider = await aProvider((request, response) => respond(response, request.url ?? ""));
  api = await aRunningApi();
  const element = await api.fetch("/elements", {
    as: api.as,
    method: "POST",
    body: {
      name: "Traced",
      description: "x",
      hub: "crm",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url },
        { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
      ],
      parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
      resources: [
        { path: "/contacts", method: "GET", vendorPath: "/people", nextResource: "GET:/more" },
        { path: "/more", method: "GET", vendorPath: "/people" },
        {
          path: "/contacts",
          method: "POST",
          vendorPath: "/people",
          parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
        },
      ],
    },
  });
  const body = { name: "Main", element: { id: element.body.id }, configuration: { username: KEY } };
  const instance = await api.fetch("/instances", { as: api.as, method: "POST", body });
  instanceId = instance.body.id;
  const [user] = api.as.authorization.split(",");
  token = { authorization: `${user}, Element ${instance.body.token}` };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const trace = (method: string) =>
  api.fetch(`/instances/${instanceId}/trace-logging`, { as: api.as, method, body: { duration: 5 } });
const call = (path: string, more: object = {}) => api.fetch(path, { as: token, ...more });
const traceOf = ({ headers }: { headers: Headers }, as = api.as) =>
  api.fetch(`/elements/traced/trace/${headers.get("elements-trace-id")}`, { as });

beforeEach(async () => {
  respond = (response) => say(response, [{ id: 7, echo: KEY }]);
  await trace("PUT");
});

test("while an instance is traced, the header links to each provider request of a hub request", async () => {
  const reply = await call("/contacts");
  const { status, body, text } = await traceOf(reply);
  expect([status, Object.keys(body)]).toEqual([200, ["GET:/people", "GET:/people (2)"]]);
  expect(body["GET:/people"]).toMatchObject({
    request: { method: "GET", url: `${provider.url}/people` },
    response: { code: 200, headers: { "content-type": "application/json" }, body: expect.stringContaining('"id":7') },
  });
  expect(text).not.toContain(KEY);
});

test("a refusal has its trace as well", async () => {
  respond = (response) => say(response, { wrong: "yes" }, 422);
  const reply = await call("/contacts");
  expect(reply.status).toBe(400);
  expect((await traceOf(reply)).body).toMatchObject({
    "GET:/people": { response: { code: 422, body: '{"wrong":"yes"}' } },
  });
});

test("bodies are cut at 64 KB, credentials in them masked, also where they are cut", async () => {
  const text = `${"x".repeat(65_536 - 30)}${KEY}${"y".repeat(1000)}`;
  const reply = await call("/contacts", { method: "POST", body: { password: "hidden-word", token: "seen", text } });
  const { request } = (await traceOf(reply)).body["POST:/people"];
  expect(request.body.length).toBeLessThanOrEqual(65_536);
  expect(request.body).toContain('"token":"seen"');
  expect(request.body).not.toMatch(/hidden|canary/);
});

test("other users cannot read it, and after its end nothing is traced", async () => {
  const reply = await call("/contacts");
  const other = await anOrganization(api.app);
  expect((await traceOf(reply, other.administrator)).status).toBe(404);
  await trace("DELETE");
  expect((await call("/contacts")).headers.has("elements-trace-id")).toBe(false);
});
