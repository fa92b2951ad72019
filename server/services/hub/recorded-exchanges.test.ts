import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";
import { sweepRetention } from "../retention/sweep-retention.ts";

let api: RunningApi;
let provider: AProvider;
let organization: TestOrganization;
let respond: (response: ServerResponse) => unknown;
let token: string;
let element: { authorization: string };
let instanceId: number;
const KEY = "canary-of-the-customer";
const say = (response: ServerResponse, body: unknown, code = 200) =>
  response
    .writeHead(code, { "content-type": "application/json", "set-cookie": "hidden-cookie" })
    .end(JSON.stringify(body));

beforeAll(async () => {
  provider = await aProvider((_, response) => respond(response));
  api = await aRunningApi();
  registerApp(api.app);
  organization = await anOrganization(api.app);
  const { administrator } = organization;
  token = (await createSession({ username: administrator.email, password: administrator.password })).token;
  const post = async (path: string, body: object) =>
    (await api.fetch(path, { as: administrator, method: "POST", body })).body;
  const created = await post("/elements", {
    ...{ name: "Recorded", description: "x", hub: "crm", authentication: { type: "apiKey" } },
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url },
      { key: "username", name: "Key", description: "Key", type: "PASSWORD", required: true },
    ],
    parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
    resources: [
      { path: "/contacts", method: "GET", vendorPath: "/people" },
      {
        ...{ path: "/contacts", method: "POST", vendorPath: "/people" },
        parameters: [{ name: "body", vendorName: "body", type: "body", vendorType: "body" }],
      },
    ],
  });
  const instance = await post("/instances", {
    name: "Main",
    element: { id: created.id },
    configuration: { username: KEY },
  });
  instanceId = instance.id;
  const [user] = administrator.authorization.split(",");
  element = { authorization: `${user}, Element ${instance.token}` };
});
afterAll(async () => {
  await api.close();
  await provider.close();
});
beforeEach(() => {
  respond = (response) => say(response, [{ id: 7, echo: KEY }]);
});

const call = async (more: object = {}) => {
  const { headers, status } = await api.fetch("/contacts", { as: element, ...more });
  return { requestId: String(headers.get("elements-request-id")), status };
};
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
const screen = async (path: string, input: unknown): Promise<any> => {
  const { result, error } = await sendAsScreen(token, path, input);
  if (error) throw new Error(error.message);
  return result.data;
};
const read = ({ requestId }: { requestId: string }) => screen("requestLog.read", { requestId });

test("a failed request shows what was sent to the provider and what it returned, without credentials", async () => {
  respond = (response) => say(response, { wrong: KEY, access_token: "hidden-token" }, 422);
  const body = { name: "Ada", password: "hidden-word" };
  const found = await read(await call({ method: "POST", body }));
  expect(found).toMatchObject({ request_method: "POST", response_status: 400, instance_name: "Main" });
  expect(found.exchanges).toMatchObject([
    {
      ...{ n: 0, method: "POST", url: `${provider.url}/people`, status: 422, durationMs: expect.any(Number) },
      request: { headers: { "X-Key": "********" }, body: expect.stringContaining('"name":"Ada"') },
      response: { headers: { "set-cookie": "********" }, body: expect.stringContaining('"wrong"') },
    },
  ]);
  const { body: exchanges } = await api.fetch(`/usage/${found.request_id}/exchanges`, { as: organization.viewer });
  expect(exchanges).toEqual(found.exchanges);
  expect(JSON.stringify(found)).not.toMatch(/canary|hidden/);
});

test("a provider that does not respond leaves the error", async () => {
  respond = (response) => response.destroy();
  expect((await read(await call())).exchanges).toMatchObject([{ status: null, error: expect.any(String) }]);
});

test("a request that succeeds writes nothing more, unless its connection is traced", async () => {
  const query = vi.spyOn(api.app.db.pool, "query");
  const quiet = await call();
  await api.app.usage.flush();
  expect(JSON.stringify(query.mock.calls)).not.toContain("provider_exchange");
  query.mockRestore();
  expect((await read(quiet)).exchanges).toEqual([]);
  await screen("requestLog.trace", { elementInstanceId: instanceId, on: true });
  const { exchanges } = await read(await call());
  expect(exchanges).toMatchObject([{ status: 200, response: { body: expect.stringContaining('"id":7') } }]);
  expect(JSON.stringify(exchanges)).not.toContain(KEY);
  await screen("requestLog.trace", { elementInstanceId: instanceId, on: false });
  expect((await read(await call())).exchanges).toEqual([]);
});

test("bodies are cut at 16 KB, and no part of a secret remains at the edge", async () => {
  respond = (response) => say(response, `${"x".repeat(16_384 - 5)}${KEY}${"y".repeat(90_000)}`, 500);
  const { exchanges } = await read(await call());
  expect(exchanges[0].response.body.length).toBeLessThanOrEqual(16_384);
  expect(exchanges[0].response.body).not.toContain("canary");
});

test("of a connection that always fails, sixty requests are recorded at once and then one a second", async () => {
  const other = instanceId + 1_000_000;
  const taken = Array.from({ length: 100 }, () => api.app.state.recordedCalls.take(other, 0));
  expect(taken.filter((one) => one === null)).toHaveLength(60);
  expect(api.app.state.recordedCalls.take(other, 1001)).toBeNull();
});

test("exchanges are deleted with the usage, by their age", async () => {
  respond = (response) => say(response, {}, 500);
  const failed = await call();
  expect((await read(failed)).exchanges).toHaveLength(1);
  await api.app.db.pool.query("update provider_exchange set created_at = now() - interval '31 days'");
  await sweepRetention(api.app);
  expect((await read(failed)).exchanges).toEqual([]);
});

test("the log finds by method, status, connection, duration and text", async () => {
  respond = (response) => say(response, {}, 503);
  await call();
  for (const [filter, finds] of [
    [{ method: "GET", status: "failed" }, true],
    [{ method: "DELETE" }, false],
    [{ elementInstanceId: instanceId }, true],
    [{ elementInstanceId: instanceId + 1 }, false],
    [{ slowerThan: "10000" }, false],
    [{ searchText: "CONTACTS" }, true],
  ] as const)
    expect((await screen("requestLog.list", filter)).total > 0, JSON.stringify(filter)).toBe(finds);
});
