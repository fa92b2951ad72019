import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processFile } from "#server/testing/process-file.ts";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const NEIGHBORS = 6;

let api: RunningApi;
let provider: AProvider;
let worker: WorkerProcess;
let deaths = 0;

beforeAll(async () => {
  api = await aRunningApi({ works: false });
  provider = await aProvider((request, response) => {
    if (request.url === "/poison") killWhoeverRunsIt();
    else setTimeout(() => response.end("{}"), 300);
  });
});
afterAll(async () => {
  await worker?.stop();
  await api.close();
  await provider.close();
});

/** The process that runs the poison dies of it: the isolated process if there is one, else the worker. */
function killWhoeverRunsIt() {
  deaths++;
  const isolated = processFile("isolated-execution");
  const alone = childrenOf(worker.child.pid ?? 0).find(({ command }) => command.includes(isolated));
  process.kill(alone?.pid ?? worker.child.pid ?? 0, "SIGKILL");
}

function childrenOf(parent: number): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(Boolean)
    .flatMap((pid) => {
      try {
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        return Number(ppid) === parent ? [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, "utf8") }] : [];
      } catch {
        return []; // It has exited meanwhile.
      }
    });
}

test("an execution that kills its worker three times is given up, and its neighbors end well", async () => {
  const calling = (path: string) => ({
    name: `Calls ${path}`,
    triggers: [{ type: "manual", onSuccess: ["call"] }],
    steps: [{ name: "call", type: "httpRequest", properties: { method: "GET", url: `${provider.url}${path}` } }],
  });
  const poison = await api.aRunnable(calling("/poison"));
  const good = await api.aRunnable(calling("/good"));
  const start = async (formulaInstanceId: number) => {
    const path = `/formulas/instances/${formulaInstanceId}/executions`;
    return (await api.fetch(path, { as: api.as, method: "POST", body: {} })).body[0].id as number;
  };
  const poisonId = await start(poison.formulaInstanceId);
  const neighbors = await Promise.all(Array.from({ length: NEIGHBORS }, () => start(good.formulaInstanceId)));

  const statusOf = async (id: number) => (await api.fetch(`/formulas/instances/executions/${id}`, { as: api.as })).body;
  worker = await aWorkerProcess(api.app.databaseUrl);
  while ((await statusOf(poisonId)).status === "pending") {
    if (worker.child.signalCode !== null) worker = await aWorkerProcess(api.app.databaseUrl);
    await pause(100);
  }

  expect(deaths).toBe(3);
  expect(await statusOf(poisonId)).toMatchObject({
    status: "failed",
    error: expect.stringContaining("stopped the engine 3 times"),
  });
  await expect
    .poll(async () => (await Promise.all(neighbors.map(statusOf))).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(neighbors.map(() => "success"));
  const { rows } = await api.app.db.pool.query("select execution_id::int as id, reason from dead_letter");
  expect(rows).toEqual([{ id: poisonId, reason: expect.stringContaining("given up") }]);
});
