import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { readDatabaseFacts } from "#server/store/system/database-facts.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import {
  attachPartition,
  createPartitions,
  dropPartitions,
  listPartitions,
  type Partition,
} from "./step-partitions.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
let session: pg.Client;
beforeEach(async () => {
  app = await anApp();
  session = new pg.Client({ connectionString: app.databaseUrl });
  await session.connect();
});
afterEach(async () => {
  await session.end();
  await app.close();
});

const days = (count: number) => new Date(Date.now() - count * DAY_MS);
const create = () => createPartitions(app.db, { retentionDays: 30, now: new Date() });
const reach = (id: number) => session.query("select setval('execution_id_seq', $1)", [id]);
const tableOf = async (executionId: number) =>
  (
    await session.query(
      "select distinct tableoid::regclass::text as name from step_execution where execution_id = $1",
      [executionId],
    )
  ).rows.map(({ name }) => name);
const stored = async () =>
  (
    await session.query<{ id: number }>("select distinct execution_id::int as id from step_execution order by 1")
  ).rows.map(({ id }) => id);
const bounds = (partitions: Partition[]) => partitions.map(({ from, to }) => [from, to]);

/** An execution with two steps, as a process writes them. */
async function anExecution(id: number, { createdAt = new Date(), status = "success", organizationId = 1 } = {}) {
  await session.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
     values ($1, $4, 1, 1, 1, 1, $2, 'manual', '{}', $3)`,
    [id, status, createdAt, organizationId],
  );
  await session.query(
    `insert into step_execution (organization_id, execution_id, seq, attempt, step_name, step_type, engine, status, took)
     select $2, $1, seq, 1, 's', 'script', 'v3', 'success', 'onSuccess' from generate_series(0, 1) seq`,
    [id, organizationId],
  );
}

/** In the place of the first partition: 0–100, 100–200, 200–300. */
async function smallPartitions() {
  await session.query("drop table step_execution_0");
  for (const from of [0, 100, 200]) await attachPartition(session, { from, to: from + 100 });
  await reach(250);
}

test("processes create three empty partitions, each of them once", async () => {
  const [first] = await listPartitions(session);
  const end = first?.to ?? 0;
  expect(end).toBeGreaterThanOrEqual(1_000_000);
  await Promise.all([create(), create()]);
  await create();
  const next = [0, 1, 2].map((n) => [end + n * 100_000, end + (n + 1) * 100_000]);
  expect(bounds(await listPartitions(session))).toEqual([[0, end], ...next]);

  await reach(end + 50_000);
  expect(await create()).toBe(1);
  await anExecution(end + 50_001);
  expect(await tableOf(end + 50_001)).toEqual([`step_execution_${end}`]);
});

test("the status of the database counts partitions as their table", async () => {
  await create();
  const { tables } = await readDatabaseFacts(app.db.queries);
  expect(tables.filter(({ name }) => name.startsWith("step_execution"))).toMatchObject([{ name: "step_execution" }]);
});

test("a partition is as large as a twelfth of the retention period at the rate of the last week", async () => {
  for (const [id, age] of [
    [1_000, 20],
    [2_000_000, 8],
    [2_000_001, 6.9],
    [9_000_001, 0],
  ] as const)
    await anExecution(id, { createdAt: days(age) });
  await reach(9_000_001);
  await create();
  const { from, to } = (await listPartitions(session)).at(-1) as Partition;
  expect(to - from).toBe(2_500_000);
});

test("steps beyond all partitions are stored, and the next partition begins above them", async () => {
  const [first] = await listPartitions(session);
  const beyond = (first?.to ?? 0) + 400_000;
  await anExecution(beyond, { createdAt: days(40) });
  await reach(beyond);
  expect(await tableOf(beyond)).toEqual(["step_execution_default"]);
  expect(await create()).toBe(3);
  expect((await listPartitions(session))[1]?.from).toBeGreaterThan(beyond);
  await anExecution(beyond + 1);
  await sweepRetention(app);
  expect(await stored()).toEqual([beyond + 1]);
});

test("retention drops a partition once none of its executions is kept, and deletes rows of all others", async () => {
  await smallPartitions();
  await anExecution(1, { createdAt: days(34) });
  await anExecution(99, { createdAt: days(31) });
  await anExecution(101, { createdAt: days(32) });
  await anExecution(199, { createdAt: days(20) });
  await anExecution(201, { createdAt: days(1) });
  await sweepRetention(app);
  expect(bounds(await listPartitions(session))).toEqual([
    [100, 200],
    [200, 300],
  ]);
  expect(await stored()).toEqual([199, 201]);
});

test("steps are left for their partition to be dropped, if that is soon", async () => {
  await smallPartitions();
  await anExecution(1, { createdAt: days(31) });
  await anExecution(99, { createdAt: days(28) });
  await anExecution(201);
  await sweepRetention(app);
  expect((await session.query("select from execution where id = 1")).rowCount).toBe(0);
  expect(await stored()).toEqual([1, 99, 201]);
  app.at(new Date(Date.now() + 2.5 * DAY_MS));
  await sweepRetention(app);
  expect(await stored()).toEqual([201]);
  expect(bounds(await listPartitions(session))[0]).toEqual([200, 300]);
});

test("an execution in progress keeps its partition, but no steps of others", async () => {
  await smallPartitions();
  await anExecution(1, { createdAt: days(50) });
  await anExecution(50, { createdAt: days(50), status: "retry" });
  await anExecution(201);
  await sweepRetention(app);
  expect(await stored()).toEqual([50, 201]);
  await session.query("update execution set status = 'success' where id = 50");
  await sweepRetention(app);
  expect(await stored()).toEqual([201]);
  expect(bounds(await listPartitions(session))).toEqual([[200, 300]]);
});

test("an organization that keeps less deletes by row, and one that keeps all holds the partition", async () => {
  await smallPartitions();
  const { id } = await app.db.prisma.organization.create({
    data: { name: "Short", secretHash: Buffer.from(randomUUID()), secretSealed: "x", retentionDays: 7 },
  });
  await anExecution(1, { createdAt: days(10), organizationId: id });
  await anExecution(2, { createdAt: days(10), organizationId: id + 1 });
  await anExecution(201);
  await sweepRetention(app);
  expect(await stored()).toEqual([2, 201]);
  expect(bounds(await listPartitions(session))[0]).toEqual([0, 100]);
});

test("a table that a process detached before it died is dropped", async () => {
  await smallPartitions();
  await session.query("alter table step_execution detach partition step_execution_0");
  expect(await dropPartitions(app.db)).toBe(2);
  const { rows } = await session.query(
    "select relname as name from pg_class where relname ~ '^step_execution_[0-9]+$'",
  );
  expect(rows).toEqual([{ name: "step_execution_200" }]);
});

test("a change waits only shortly for a lock, and is tried again", async () => {
  await smallPartitions();
  await session.query("begin");
  await session.query("lock table step_execution in access share mode");
  const dropping = dropPartitions(app.db);
  const other = app.db.pool;
  const waits = async () =>
    (await other.query("select from pg_locks where relation = 'step_execution'::regclass and not granted")).rowCount;
  await expect.poll(waits).toBe(1);
  await expect.poll(waits).toBe(0);
  await session.query("commit");
  expect(await dropping).toBe(2);
});
