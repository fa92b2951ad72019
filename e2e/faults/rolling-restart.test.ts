import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { aFormula } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWebProcess, type WebProcess } from "#server/testing/web-process.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const SENDERS = 6;

let api: RunningApi;
let webs: WebProcess[] = [];
let workers: WorkerProcess[] = [];
beforeAll(async () => {
  api = await aRunningApi({ works: false });
  const { databaseUrl } = api.app;
  const web = async () => aWebProcess(databaseUrl, { PORT: String(await freePort()) });
  webs = await Promise.all([web(), web()]);
  workers = await Promise.all([aWorkerProcess(databaseUrl), aWorkerProcess(databaseUrl)]);
});
afterAll(async () => {
  await Promise.all([...webs, ...workers].map((one) => one.kill()));
  await api.close();
});

test("all processes are replaced one by one under load: no request fails, and all that was accepted runs", async () => {
  const { formulaInstanceId } = await api.aRunnable(aFormula());
  const ready = new Set(webs);
  let isDone = false;
  /** As a load balancer does it: a process that is not ready has no new requests. */
  async function balance() {
    while (!isDone) {
      for (const web of webs) {
        const isReady = await fetch(`${new URL(web.api).origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) ready.add(web);
        else ready.delete(web);
      }
      await pause(100);
    }
  }
  const accepted: number[] = [];
  const faults: string[] = [];
  let turn = 0;
  async function send() {
    while (!isDone) {
      const among = [...ready];
      const web = among[turn++ % among.length];
      if (!web) throw new Error("No web process is ready.");
      await fetch(`${web.api}/formulas/instances/${formulaInstanceId}/executions`, {
        method: "POST",
        headers: { authorization: api.as.authorization, "content-type": "application/json" },
        body: "{}",
      }).then(
        async (reply) => {
          const body = await reply.json();
          if (reply.ok) accepted.push(body[0].id);
          else faults.push(`${reply.status} ${body.message}`);
        },
        (error) => faults.push(`${error.message}: ${error.cause?.message}`),
      );
      await pause(20);
    }
  }
  const load = [balance(), ...Array.from({ length: SENDERS }, send)];
  const more = async () => {
    const enough = accepted.length + 2 * SENDERS;
    while (accepted.length < enough) await pause(10);
  };
  for (const index of [0, 1]) {
    await more();
    const [web, worker] = [webs[index], workers[index]] as [WebProcess, WorkerProcess];
    const [code] = await Promise.all([web.stop(), worker.stop()]);
    expect(code).toBe(0);
    const { databaseUrl } = api.app;
    const [nextWeb, nextWorker] = await Promise.all([
      aWebProcess(databaseUrl, { PORT: new URL(web.api).port }),
      aWorkerProcess(databaseUrl),
    ]);
    webs[index] = nextWeb;
    workers[index] = nextWorker;
    while (!ready.has(nextWeb)) await pause(10);
  }
  await more();
  isDone = true;
  await Promise.all(load);

  expect(faults).toEqual([]);
  const statuses = async () => {
    const { rows } = await api.app.db.queries.query<{ id: string; status: string }>("select id, status from execution");
    const byId = new Map(rows.map(({ id, status }) => [Number(id), status]));
    return [...new Set(accepted.map((id) => byId.get(id)))];
  };
  await expect.poll(statuses).toEqual(["success"]);
});
