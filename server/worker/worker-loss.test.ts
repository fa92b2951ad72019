import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AProvider, aProvider, aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { seeded } from "#server/testing/seeded.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const EXECUTIONS = 150;
const KILLS = 3;
const TERMINATIONS = 40;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6));

let api: RunningApi;
let provider: AProvider;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  // This process executes nothing: another worker would have to recover whatever is lost.
  api = await aRunningApi({ works: false });
  provider = await aProvider((_, response) => setTimeout(() => response.end("{}"), 250));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await api.close();
  await provider.close();
});

/** A five-step formula with three requests that change something outside, one after the other. */
const formula = () => ({
  name: "Five steps",
  engine: "v3",
  triggers: [{ type: "manual", onSuccess: ["prepare"] }],
  steps: [
    { name: "prepare", type: "script", properties: { body: "done({ n: trigger.args.n });" }, onSuccess: ["first"] },
    ...["first", "second", "third"].map((name, index, all) => ({
      name,
      type: "httpRequest",
      properties: { method: "POST", url: `${provider.url}/${name}/\${steps.prepare.n}` },
      onSuccess: [all[index + 1] ?? "end"],
    })),
    {
      name: "end",
      type: "script",
      properties: { body: "done({ n: steps.prepare.n, seen: steps.third.response.code });" },
    },
  ],
});

test(`J05: 2 workers, ${KILLS} SIGKILLs and ${TERMINATIONS} ended connections over ${EXECUTIONS} executions lose nothing (seed ${SEED})`, async () => {
  const random = seeded(SEED);
  const { formulaInstanceId } = await api.aRunnable(formula());
  const { databaseUrl: url } = api.app;
  const start = async () => workers.push(await aWorkerProcess(url, { WORKER_CONCURRENCY: "8" }));
  await Promise.all([start(), start()]);

  const path = `/formulas/instances/${formulaInstanceId}/executions`;
  const accepted: number[] = [];
  let sent = 0;
  const accept = async (count: number) => {
    const payloads = Array.from({ length: count }, () => ({ n: sent++ }));
    const replies = await Promise.all(payloads.map((body) => api.fetch(path, { as: api.as, method: "POST", body })));
    accepted.push(...replies.map(({ body }) => body[0].id as number));
  };
  await accept(EXECUTIONS);
  let kills = 0;
  let terminated = 0;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const left = async () =>
    Number((await admin.query("select count(*) from execution where status in ('pending', 'queued')")).rows[0].count);
  let pending = EXECUTIONS;
  while (pending > 0 || terminated < TERMINATIONS) {
    // However slow the faults are on a busy machine, there are executions until the last one.
    if (pending < EXECUTIONS / 5 && terminated < TERMINATIONS) await accept(EXECUTIONS / 5);
    if (kills < KILLS && terminated >= (kills * TERMINATIONS) / KILLS) {
      kills++;
      const [victim] = workers.splice(Math.floor(random() * workers.length), 1);
      await victim?.kill();
      await start();
    } else if (terminated < TERMINATIONS) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
           and application_name <> 'test' order by random() limit 4`,
      );
      terminated += rowCount ?? 0;
    }
    await pause(100 + random() * 300);
    pending = await left();
  }
  await admin.end();

  expect(kills).toBe(KILLS);
  const { rows } = await api.app.db.pool.query<{ id: string; status: string; names: string[] }>(
    `select e.id, e.status, array_agg(s.step_name order by s.seq) as names from execution e
     join step_execution s on s.execution_id = e.id group by e.id, e.status`,
  );
  expect(rows.map(({ id }) => Number(id)).sort()).toEqual(accepted.sort());
  for (const { status, names } of rows) {
    expect(status).toBe("success");
    expect(names).toEqual(["trigger", "prepare", "first", "second", "third", "end"]);
  }

  // A request that a crash interrupted is sent again, always with the same key.
  const calls = Map.groupBy(provider.requests, ({ url }) => url);
  expect(calls.size).toBe(accepted.length * 3);
  for (const same of calls.values())
    expect(new Set(same.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  const repeated = provider.requests.length - accepted.length * 3;
  expect(repeated).toBeLessThanOrEqual(KILLS * 8);
});
