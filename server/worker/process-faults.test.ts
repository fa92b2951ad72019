import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess } from "#server/testing/web-process.ts";
import { aWorkerProcess } from "#server/testing/worker-process.ts";

/** Loaded into a process of the product: makes the fault that the test asks for. */
const FAULTS = `process.on("message", (fault) => {
  if (fault === "rejection") Promise.reject(new Error("nothing awaits this"));
  else setImmediate(() => { throw new Error("nothing catches this"); });
})`;

let api: RunningApi;
let provider: AProvider;
let respond: () => void = () => {};
const started: { kill: () => Promise<void> }[] = [];

beforeAll(async () => {
  api = await aRunningApi({ works: false });
  provider = await aProvider((_, response) => {
    respond = () => response.end("{}");
  });
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ kill }) => kill()));
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const PROCESSES = { web: aWebProcess, worker: aWorkerProcess };

async function aProcess(
  name: keyof typeof PROCESSES,
): Promise<{ child: ChildProcess; metrics: () => Promise<string> }> {
  const port = String(await freePort());
  const load = `--import data:text/javascript,${encodeURIComponent(FAULTS)}`;
  const one = await PROCESSES[name](api.app.databaseUrl, { HEALTH_PORT: port, NODE_OPTIONS: load });
  started.push(one);
  return { child: one.child, metrics: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text() };
}

const calling = () => ({
  name: "Calls",
  triggers: [{ type: "manual", onSuccess: ["call"] }],
  steps: [{ name: "call", type: "httpRequest", properties: { method: "POST", url: provider.url, body: "{}" } }],
});

async function begin({ fetch, as }: RunningApi, formulaInstanceId: number): Promise<number> {
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  return (await fetch(path, { as, method: "POST", body: {} })).body[0].id;
}

test.each(["web", "worker"] as const)(
  "a rejection that nothing awaits does not end the %s process, and is counted",
  async (name) => {
    const { child, metrics } = await aProcess(name);
    expect(await metrics()).toContain("formulary_unhandled_rejections_total 0");
    child.send("rejection");
    await expect.poll(metrics).toContain("formulary_unhandled_rejections_total 1");
    expect(child.exitCode).toBe(null);
  },
);

test("after an error that nothing caught a worker ends its runs, sends nothing twice, and stops with code 1", async () => {
  const { child } = await aProcess("worker");
  const { formulaInstanceId } = await api.aRunnable(calling());
  const executionId = await begin(api, formulaInstanceId);
  await expect.poll(() => provider.requests.length).toBe(1);
  const exit = once(child, "exit");
  child.send("exception");
  setTimeout(() => respond(), 500);
  expect(await exit).toEqual([1, null]);
  const { body } = await api.fetch(`/formulas/instances/executions/${executionId}`, { as: api.as });
  expect(body.status).toBe("success");
  expect(provider.requests.length).toBe(1);
});

test("a run that does not end before a process with a fault stops may be its reason: that is counted", async () => {
  const faulty = await aRunningApi();
  const { formulaInstanceId } = await faulty.aRunnable(calling());
  const before = provider.requests.length;
  const executionId = await begin(faulty, formulaInstanceId);
  await expect.poll(() => provider.requests.length).toBe(before + 1);
  await faulty.engine.stop(0, { isFault: true });
  const { rows } = await faulty.app.db.pool.query("select deaths from execution where id = $1", [executionId]);
  expect(rows).toEqual([{ deaths: 1 }]);
  await faulty.close();
});
