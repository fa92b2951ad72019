import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aScheduledFormula } from "#server/testing/formulas.ts";
import { aRunningApi, type RunningApi } from "#server/testing/running.ts";
import { aWorkerProcess, type WorkerProcess } from "#server/testing/worker-process.ts";

const DUE = 1000;
const WORKERS = 4;

let api: RunningApi;
let workers: WorkerProcess[] = [];
beforeAll(async () => {
  api = await aRunningApi({ works: false });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await api.close();
});

test(`${DUE} schedules due at one minute: all start within it, none twice, with ${WORKERS} workers`, {
  timeout: 240_000,
}, async () => {
  const { formulaId, formulaInstanceId } = await api.aRunnable(aScheduledFormula());
  const { pool } = api.app.db;
  await pool.query(
    `insert into formula_instance (organization_id, account_id, user_id, formula_id, name, updated_at)
     select organization_id, account_id, user_id, formula_id, 'copy ' || n, now()
     from formula_instance, generate_series(2, $2) n where id = $1`,
    [formulaInstanceId, DUE],
  );
  await pool.query("delete from schedule");
  workers = await Promise.all(Array.from({ length: WORKERS }, () => aWorkerProcess(api.app.databaseUrl)));
  await pool.query(
    `insert into schedule (id, organization_id, formula_instance_id, cron, next_run_at)
     select gen_random_uuid(), organization_id, id, to_char(now(), '"0" FMMI "0/1 1/1 * ? *"'), now() from formula_instance where formula_id = $1`,
    [formulaId],
  );
  const count = async (table: string) => Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);
  const startedAt = Date.now();
  while ((await count("job_run")) < DUE && Date.now() - startedAt < 60_000) await pause(100);
  const rowsMs = Date.now() - startedAt;
  const unfinished = "execution where status not in ('success', 'failed')";
  while ((await count(unfinished)) > 0 && Date.now() - startedAt < 60_000) await pause(200);
  const doneMs = Date.now() - startedAt;
  await pause(2000);
  expect({
    executions: await count("execution"),
    runs: await count("job_run"),
    unfinished: await count(unfinished),
  }).toEqual({
    executions: DUE,
    runs: DUE,
    unfinished: 0,
  });
  const { rows } = await pool.query(
    "select count(distinct formula_instance_id) as instances, count(*) filter (where late) as late from execution",
  );
  expect(rows[0]).toEqual({ instances: String(DUE), late: "0" });
  expect(rowsMs).toBeLessThan(60_000);
  process.stdout.write(`rows ${rowsMs} ms, all ended ${doneMs} ms\n`);
});
