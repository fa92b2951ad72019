import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

let api: RunningApi;
let provider: AProvider;
const workers: WorkerProcess[] = [];
let releases: (() => void)[] = [];

beforeAll(async () => {
  api = await aRunningApi({ works: false });
  provider = await aProvider((request, response) => {
    if (request.url === "/held") releases.push(() => response.end("{}"));
    else response.end("{}");
  });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await api.close();
  await provider.close();
});

const formula = () => ({
  name: "Held by its provider",
  triggers: [{ type: "manual", onSuccess: ["first"] }],
  steps: [
    {
      name: "first",
      type: "httpRequest",
      properties: { method: "POST", url: `${provider.url}/first` },
      onSuccess: ["held"],
    },
    {
      name: "held",
      type: "httpRequest",
      properties: { method: "POST", url: `${provider.url}/held` },
      onSuccess: ["last"],
    },
    { name: "last", type: "script", properties: { body: "done({ ended: true });" } },
  ],
});
const held = () => provider.requests.filter(({ url }) => url === "/held");

test("a worker that slept through its lease cannot write; another continues from the last record", async () => {
  const { formulaInstanceId } = await api.aRunnable(formula());
  const sleeper = await aWorkerProcess(api.app.databaseUrl);
  workers.push(sleeper);
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  const [{ id }] = (await api.fetch(path, { as: api.as, method: "POST", body: {} })).body;
  await expect.poll(() => held().length).toBe(1);

  sleeper.child.kill("SIGSTOP");
  workers.push(await aWorkerProcess(api.app.databaseUrl));
  await expect.poll(() => held().length, { timeout: 40_000 }).toBe(2);

  // Both get their response now: the execution that was reclaimed, and the worker that holds it.
  sleeper.child.kill("SIGCONT");
  for (const release of releases) release();
  releases = [];
  await expect
    .poll(async () => (await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as })).body.status)
    .toBe("success");
  await pause(1000);
  const steps = await api.stepsOf(id);
  expect(steps.map(({ stepName }) => stepName)).toEqual(["last", "held", "first", "trigger"]);
  expect(provider.requests.filter(({ url }) => url === "/first")).toHaveLength(1);
  expect(new Set(held().map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

test("a worker that is stopped takes no more work and lets its runs end", async () => {
  const { formulaInstanceId } = await api.aRunnable(formula());
  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  const before = held().length;
  const [{ id }] = (await api.fetch(path, { as: api.as, method: "POST", body: {} })).body;
  await expect.poll(() => held().length).toBe(before + 1);
  const stopping = Promise.all(workers.map((worker) => worker.stop()));
  await pause(500);
  for (const release of releases) release();
  await stopping;
  const { body } = await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as });
  expect(body.status).toBe("success");
});
