import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerApp } from "#server/process-app.ts";
import { createSession } from "#server/screen-handler.ts";
import { anOrganization, type TestOrganization } from "#server/testing/organizations.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { sendAsScreen } from "#server/testing/screens.ts";

let api: RunningApi;
let provider: AProvider;
let acme: TestOrganization;
let session: string;
let instance: { id: number; token: string };
let status = 200;

const PASSWORD = "canary (of) the+customer's ~/";
const BASIC = Buffer.from(`ada:${PASSWORD}`).toString("base64");

/** Responds with all that it received. */
function echo({ url, headers }: IncomingMessage, response: ServerResponse, body: string) {
  const text = JSON.stringify({ url, headers, body, again: headers.authorization });
  return response.writeHead(status, { "content-type": "application/json", "x-echo": headers.authorization }).end(text);
}

beforeAll(async () => {
  provider = await aProvider(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    echo(request, response, Buffer.concat(chunks).toString());
  });
  api = await aRunningApi();
  registerApp(api.app);
  acme = await anOrganization(api.app);
  const { email: username, password } = acme.administrator;
  session = (await createSession({ username, password })).token;
  const element = await post("/elements", {
    ...{ name: "Repeats", key: "repeats", description: "x", hub: "crm", authentication: { type: "basic" } },
    configuration: [
      { key: "base.url", name: "Base", description: "Base", defaultValue: provider.url },
      { key: "username", name: "User", description: "User", required: true },
      { key: "password", name: "Password", description: "Password", type: "PASSWORD", required: true },
    ],
    parameters: [{ name: "password", vendorName: "key", type: "configuration", vendorType: "query" }],
    resources: [{ path: "/contacts", method: "GET", vendorPath: "/people" }],
  });
  instance = await post("/instances", {
    ...{ name: "Main", element: { id: element.id }, configuration: { username: "ada", password: PASSWORD } },
  });
});
afterAll(() => Promise.all([api.close(), provider.close()]));

const post = async (path: string, body: object) => {
  const reply = await api.fetch(path, { as: acme.administrator, method: "POST", body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const call = () => {
  const [user] = acme.administrator.authorization.split(",");
  return api.fetch("/contacts", { as: { authorization: `${user}, Element ${instance.token}` } });
};
const trace = (method: string) =>
  api.fetch(`/instances/${instance.id}/trace-logging`, { as: acme.administrator, method, body: { duration: 5 } });

/** Nothing of the password in any form, and that there was something to mask. */
function expectNothing(text: string) {
  expect(text).toContain("********");
  for (const form of [BASIC, BASIC.slice(0, -2), "canary", "customer"]) expect(text).not.toContain(form);
}

test("the exchanges of a failed request have no credentials that the provider repeats", async () => {
  status = 422;
  const reply = await call();
  expectNothing(reply.text);
  await api.app.usage.flush();
  const id = reply.headers.get("elements-request-id");
  const exchanges = await api.fetch(`/usage/${id}/exchanges`, { as: acme.viewer });
  expect(exchanges.body).toMatchObject([{ status: 422, response: { headers: { "x-echo": "Basic ********" } } }]);
  expectNothing(exchanges.text);
  const { rows } = await api.app.db.pool.query("select url, content from provider_exchange");
  expectNothing(JSON.stringify(rows));
});

test.each([200, 422])("nor has the trace of a request with status %i", async (code) => {
  status = code;
  await trace("PUT");
  const { headers } = await call();
  await trace("DELETE");
  const traced = await api.fetch(`/elements/repeats/trace/${headers.get("elements-trace-id")}`, { as: acme.viewer });
  expect(traced.status).toBe(200);
  expectNothing(traced.text);
});

test.each([200, 422])("nor has the explorer for a response %i", async (code) => {
  status = code;
  const input = { elementInstanceId: instance.id, method: "GET", path: "/hubs/crm/contacts" };
  expectNothing(JSON.stringify(await sendAsScreen(session, "explorer.send", input)));
});

test.each([200, 422])("nor have the steps of a run for a response %i", async (code) => {
  status = code;
  const properties = { elementInstanceId: String(instance.id), method: "GET", api: "/hubs/crm/contacts" };
  const { id } = await post("/formulas", {
    ...{ name: `Repeats ${code}`, engine: "v3", triggers: [{ type: "manual", onSuccess: ["ask"] }] },
    steps: [{ name: "ask", type: "elementRequest", properties, onSuccess: [] }],
  });
  const { id: formulaInstanceId } = await post(`/formulas/${id}/instances`, { name: "x" });
  const [run] = (
    await api.fetch(`/formulas/instances/${formulaInstanceId}/executions`, {
      ...{ as: acme.administrator, method: "POST", body: {}, headers: { prefer: "wait=30" } },
    })
  ).body;
  const path = `/formulas/instances/executions/${run.id}/steps?includeValues=true`;
  expectNothing((await api.fetch(path, { as: acme.viewer })).text);
  const { rows } = await api.app.db.pool.query("select output, notes, error from step_execution");
  expectNothing(JSON.stringify(rows));
});
