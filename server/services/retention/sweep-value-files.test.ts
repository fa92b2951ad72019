import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STEPS } from "#server/store/retention/partitioned-tables.ts";
import { attachPartition } from "#server/store/retention/partitions.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { executionsWithFiles } from "#server/testing/value-files.ts";
import { sweepRetention } from "./sweep-retention.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
let session: pg.Client;
beforeEach(async () => {
  app = await anApp();
  session = new pg.Client({ connectionString: app.databaseUrl });
  await session.connect();
  await app.valueFiles.identify();
  app.valueFiles.isShared = true;
});
afterEach(async () => {
  await session.end();
  await app.close();
});

/** An execution of some days ago with a value in a file. */
async function anExecution(id: number, days: number, { organizationId = 1, status = "success" } = {}) {
  const createdAt = new Date(Date.now() - days * DAY_MS);
  await session.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
     values ($1, $2, 1, 1, 1, 1, $3, 'manual', '{}', $4)`,
    [id, organizationId, status, createdAt],
  );
  await session.query(
    `insert into step_execution (organization_id, execution_id, seq, attempt, step_name, step_type, engine, status, took, output_file)
     values ($1, $2, 1, 1, 's', 'script', 'v3', 'success', 'onSuccess', 'x')`,
    [organizationId, id],
  );
  await session.query("select setval('execution_id_seq', greatest($1, last_value)) from execution_id_seq", [id]);
  await app.valueFiles.put(`values/${createdAt.toISOString().slice(0, 10)}/${id}/1-x`, "the value");
}

const kept = () => executionsWithFiles(app);

test("files are deleted with the rows of their execution, and no others", async () => {
  await anExecution(1, 40);
  await anExecution(2, 40, { status: "retry" });
  await anExecution(3, 20);
  await anExecution(4, 0);
  await sweepRetention(app);
  expect(await kept()).toEqual([2, 3, 4]);
});

test("files are deleted with a partition that is dropped", async () => {
  await session.query("drop table step_execution_0");
  for (const from of [0, 100]) await attachPartition(session, STEPS, { from, to: from + 100 });
  await anExecution(1, 40);
  await anExecution(99, 40);
  await anExecution(101, 1);
  await sweepRetention(app);
  const { rows } = await session.query(
    "select to_regclass('step_execution_0') as first, to_regclass('step_execution_100') as second",
  );
  expect(rows).toEqual([{ first: null, second: "step_execution_100" }]);
  expect(await kept()).toEqual([101]);
});

test("files are deleted with what an organization keeps for a shorter time", async () => {
  const { id } = await app.db.prisma.organization.create({
    data: { name: "Short", secretHash: Buffer.from("x"), secretSealed: "x", retentionDays: 7 },
  });
  await anExecution(1, 10, { organizationId: id });
  await anExecution(2, 5, { organizationId: id });
  await anExecution(3, 10, { organizationId: id + 1 });
  await sweepRetention(app);
  expect(await kept()).toEqual([2, 3]);
});

test("files that could not be deleted are deleted by the next sweep", async () => {
  await anExecution(1, 40);
  vi.spyOn(app.valueFiles, "removeFolder").mockRejectedValueOnce(new Error("The store is silent."));
  await sweepRetention(app);
  expect(await kept()).toEqual([1]);
  await sweepRetention(app);
  expect(await kept()).toEqual([]);
});
