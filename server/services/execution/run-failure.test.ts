import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwnerOf } from "#server/testing/acting.ts";
import { aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { readRun } from "./read-run.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await aRunningApi({ env: { EXECUTION_STEPS: "5", EXECUTION_TIMEOUT_MS: "400", SCRIPT_TIMEOUT_MS: "100" } });
});
afterAll(() => api.close());

const endless = { name: "endless", type: "script", properties: { body: "done(1);" }, onSuccess: ["endless"] };
const http = (properties: object) => ({
  name: "call",
  type: "httpRequest",
  properties: { method: "GET", ...properties },
});

test.each([
  ["a list that is none", { name: "each", type: "loop", properties: { list: "trigger.args" } }, /requires a list/],
  ["a private address", http({ url: "http://10.0.0.1/" }), /private network/],
  ["a host that does not exist", http({ url: "http://nowhere.invalid/" }), /cannot be reached/],
  [
    "a script without an end",
    { name: "hang", type: "script", properties: { body: "for (;;) {}" } },
    /code of this step ran/,
  ],
  [
    "a script that needs a value",
    { name: "read", type: "script", properties: { body: "done(trigger.a.b);" } },
    /value that is missing/,
  ],
  ["a run without an end", endless, /run took too long/],
])("%s has its likely cause", async (_, step, cause) => {
  const { formulaInstanceId } = await api.aRunnable({
    name: "Fails",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: [step.name] }],
    steps: [step],
  });
  const { id } = await api.run(formulaInstanceId, {});
  const { failure } = await readRun(await asOwnerOf(api.app, formulaInstanceId), id);
  expect(failure?.cause).toMatch(cause);
});

test("a run that was stopped at its time limit has timed out", async () => {
  const { formulaInstanceId } = await api.aRunnable({
    name: "Waits",
    engine: "v3",
    triggers: [{ type: "manual", onSuccess: ["call"] }],
    steps: [http({ url: "http://nowhere.invalid/", retry: true, retryDelay: 60_000 })],
  });
  const { id } = await api.run(formulaInstanceId, {});
  const { state, failure, unfinished } = await readRun(await asOwnerOf(api.app, formulaInstanceId), id);
  expect([state, failure?.cause]).toEqual(["timedOut", expect.stringMatching(/run took too long/)]);
  expect(unfinished).toEqual({ name: "call", mayHaveEffect: false });
});

test("a success with broken JSON has that for its likely cause, not the provider's health", async () => {
  const provider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"cut": '),
  );
  const post = async (path: string, body: object) => (await api.fetch(path, { as: api.as, method: "POST", body })).body;
  const element = await post("/elements", {
    ...{ name: "Cut", key: "cut", description: "x", hub: "crm", authentication: { type: "apiKey" } },
    configuration: [{ key: "base.url", name: "Base", description: "x", defaultValue: provider.url }],
    resources: [{ path: "/orders", method: "GET", vendorMethod: "GET", vendorPath: "/orders" }],
  });
  const connection = { name: "Main", element: { id: element.id }, configuration: { username: "key" } };
  const instance = await post("/instances", connection);
  const { formulaInstanceId } = await api.aRunnable({
    ...{ name: "Reads", engine: "v3", triggers: [{ type: "manual", onSuccess: ["read"] }] },
    steps: [
      {
        ...{ name: "read", type: "elementRequest" },
        properties: { elementInstanceId: String(instance.id), method: "GET", api: "/hubs/crm/orders" },
      },
    ],
  });
  const { id } = await api.run(formulaInstanceId, {});
  const { failure } = await readRun(await asOwnerOf(api.app, formulaInstanceId), id);
  await provider.close();
  expect([failure?.code, failure?.key]).toEqual([502, "brokenReply"]);
});
