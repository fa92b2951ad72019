import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenantRoleOf } from "#server/store/database/tenant-policies.ts";
import { readHistory } from "#server/store/execution/execution-history.ts";
import { createExecutionWriter } from "#server/store/execution/execution-writer.ts";
import { listExcerpt } from "#server/store/execution/numbered-steps.ts";
import { EXECUTIONS, PARTITIONED_TABLES, STEPS } from "#server/store/retention/partitioned-tables.ts";
import { createPartitions, listPartitions } from "#server/store/retention/partitions.ts";
import { anEmptyDatabase } from "#server/testing/database.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { whileMigrating } from "#server/testing/while-migrating.ts";
import { migrate } from "./migrate.ts";

let url: string;
let old: pg.Client;
beforeAll(async () => {
  url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127100000" });
  old = new pg.Client({
    connectionString: url,
    options: "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off",
  });
  await old.connect();
});
afterAll(() => old.end());

const ORGANIZATION = 7;
const PERIODS = { RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 365 };

/** As 0.1.0 and later versions without partitions do it: an execution, its steps and its end in one prepared statement. */
const OLD_WRITE = `
with new_execution as (
  insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, lease_epoch)
  select id, ${ORGANIZATION}, 1, 1, 1, 1, 'pending', 'manual', '{}', 1 from unnest($1::bigint[]) as id
  on conflict do nothing returning id
), held as (
  select e.id from execution e join unnest($2::bigint[]) as guarded(id) on e.id = guarded.id and e.lease_epoch = 1
  where e.status = 'pending' for share of e
), finished as (
  update execution e set status = 'success', updated_at = now() from unnest($3::bigint[]) as ending(id)
  where e.id = ending.id and e.lease_epoch = 1 and e.status = 'pending' returning e.id
), mine as (select id from held union all select id from finished)
, step as (
  insert into step_execution (execution_id, seq, attempt, step_name, step_type, engine, status, took, output)
  select recorded.id, recorded.seq, 1, 's' || recorded.seq, 'script', 'v3', 'success', 'onSuccess', '{}'
  from unnest($4::bigint[], $5::int[]) as recorded(id, seq)
  where recorded.id = any($1::bigint[]) or recorded.id in (select id from mine))
select (select array_agg(id) from new_execution) as inserted, (select array_agg(id) from mine) as held`;

type Written = { created?: number[]; held?: number[]; ended?: number[]; steps?: [number, number][] };
const write = ({ created = [], held = [], ended = [], steps = [] }: Written) =>
  old.query({
    name: "execution_write",
    text: OLD_WRITE,
    values: [created, held, ended, steps.map(([id]) => id), steps.map(([, seq]) => seq)],
  });
const readOld = async (id: number) => {
  const text = "select seq, output from step_execution where execution_id = $1 and attempt = 1 order by seq";
  return (await old.query({ name: "execution_history", text, values: [id] })).rows;
};

/** The numbers of the steps that have ids of the sequence, as versions look them up in which all have. */
const findOld = async (executionId: number) => {
  const text =
    "select s.seq from step_execution s join execution e on e.id = s.execution_id where e.organization_id = $1 and s.id = $2";
  const ids = (await old.query("select id from step_execution where execution_id = $1 order by seq", [executionId]))
    .rows;
  const found = ids.map(async ({ id }) => (await old.query(text, [ORGANIZATION, id])).rows[0]?.seq);
  return Promise.all(found);
};

test("processes of the version before write and read while executions and steps become partitions, and those of this version after", async () => {
  const nextId = async () => Number((await old.query("select nextval('execution_id_seq') as id")).rows[0].id);
  const pool = new pg.Pool({ connectionString: url });
  const fileOf = async (table: string) =>
    (await pool.query("select pg_relation_filenode($1::text::regclass) as file", [table])).rows[0].file;

  const before = await nextId();
  await write({
    created: [before],
    steps: [
      [before, 0],
      [before, 1],
    ],
  });
  const [file, executions] = [await fileOf("step_execution"), await fileOf("execution")];

  const written: number[] = [];
  const { applied } = await whileMigrating(url, async () => {
    const id = await nextId();
    await write({ created: [id], steps: [[id, 0]] });
    await write({ held: [id], steps: [[id, 1]] });
    await write({ ended: [id], steps: [[id, 2]] });
    expect(await readOld(id)).toHaveLength(3);
    written.push(id);
  });
  expect(applied).toBeGreaterThan(5);

  // The rows were not copied, and each of those since then has its organization.
  expect([await fileOf("step_execution_0"), await fileOf("execution_0")]).toEqual([file, executions]);
  const { rows: steps } = await pool.query<{ id: number; organizations: number[] }>(
    "select execution_id::int as id, array_agg(distinct organization_id) as organizations from step_execution group by 1 order by 1",
  );
  expect(steps.map(({ id }) => id)).toEqual([before, ...written]);
  expect(steps[0]).toEqual({ id: before, organizations: [0] });
  expect(steps.slice(-20).flatMap(({ organizations }) => organizations)).toEqual(Array(20).fill(ORGANIZATION));

  // Executions that the version before ends stay in the partition of those in progress.
  const places = async (ids: number[]) => {
    const of =
      "select distinct tableoid::regclass::text as name, status, record = id as moved from execution where id = any($1)";
    return (await pool.query(of, [ids])).rows;
  };
  expect(await places(written)).toEqual([{ name: "execution_0", status: "success", moved: false }]);
  expect(await places([before])).toEqual([{ name: "execution_0", status: "pending", moved: false }]);

  // This version ends and reads an execution that the version before began.
  const writer = createExecutionWriter(pool);
  const held = { organizationId: ORGANIZATION, executionId: before, leaseEpoch: 1 };
  const step = {
    ...{ attempt: 1, path: "", stepName: "last", stepType: "script", engine: "v3", status: "success" as const },
    ...{
      took: "onSuccess",
      hidden: false,
      output: "{}",
      outputFile: null,
      notesFile: null,
      notes: null,
      error: null,
      reason: null,
      sealed: null,
    },
    ...{ contextSize: 2, delayMs: 0, durationMs: 1, createdAt: new Date() },
  };
  await writer.steps(held, [{ ...step, seq: 2 }]);
  await writer.finish(held, { status: "success", error: null, reason: null, retryAt: null, attempt: 1 });
  await expect(writer.steps(held, [{ ...step, seq: 2 }])).rejects.toThrow();
  expect(await places([before])).toEqual([{ name: "execution_1", status: "success", moved: true }]);
  expect((await readHistory(pool, { executionId: before, attempt: 1 })).map(({ seq }) => seq)).toEqual([0, 1, 2]);
  expect(await listExcerpt(pool, before, { first: 0, last: 2, failures: 1 })).toMatchObject([{}, {}]);
  expect(await readOld(before)).toHaveLength(3);
  expect(await findOld(before)).toEqual([0, 1, 2]);

  // The version before writes to partitions that this one creates, too.
  const [first] = await listPartitions(pool, STEPS);
  expect(await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() })).toBe(
    3 * PARTITIONED_TABLES.length,
  );
  await pool.query("select setval('execution_id_seq', $1)", [first?.to]);
  const id = await nextId();
  await write({ created: [id], steps: [[id, 0]] });
  expect(
    (
      await pool.query(
        "select tableoid::regclass::text as name, organization_id as organization from step_execution where execution_id = $1",
        [id],
      )
    ).rows,
  ).toEqual([{ name: `step_execution_${first?.to}`, organization: ORGANIZATION }]);
  await writer.close();
  await pool.end();
});

test("callers cannot reach a table that became a partition, but through the table that took its name", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127100000" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const role = tenantRoleOf(new URL(url).username);
  const mayRead = async (suffix: string) => {
    const { rows } = await client.query<{ name: string }>(
      "select name from unnest($2::text[]) as name where has_table_privilege($1, name || $3, 'select')",
      [role, PARTITIONED_TABLES.map(({ name }) => name), suffix],
    );
    return rows.length;
  };
  for (const { name } of PARTITIONED_TABLES)
    await client.query(`grant select on ${name} to ${pg.escapeIdentifier(role)}`);
  await migrate(url);
  expect([await mayRead(""), await mayRead("_0"), await mayRead("_default")]).toEqual([
    PARTITIONED_TABLES.length,
    0,
    0,
  ]);
  await client.end();
});

test("arrivals and access grants are unique while their keys change, as processes of the version before insert them", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127173000" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into organization (id, name, secret_hash, secret_sealed) values (${ORGANIZATION}, 'O', 'x', 'x');
     insert into account (id, organization_id, name) values (7, ${ORGANIZATION}, 'A');
     insert into element (id, organization_id, account_id, key, hub, name, definition) values (7, ${ORGANIZATION}, 7, 'e', 'crm', 'E', '{}')`,
  );
  const write = async () => {
    const { rows } = await client.query(
      `with arrival as (insert into event_arrival (organization_id, element_instance_id, key, event_id) values (${ORGANIZATION}, 7, '1', 1)
         on conflict do nothing returning 'arrival' as inserted),
       access as (insert into element_access (organization_id, element_id, account_id) values (${ORGANIZATION}, 7, 7)
         on conflict do nothing returning 'access' as inserted)
       select inserted from arrival union all select inserted from access`,
    );
    return rows.map(({ inserted }) => inserted);
  };
  expect(await write()).toEqual(["arrival", "access"]);
  expect(await write()).toEqual([]);
  await migrate(url);
  expect(await write()).toEqual([]);
  await client.end();
});

test("the first partition has room for as many executions as the last week had", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127100300" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
     select id, 1, 1, 1, 1, 1, 'success', 'manual', '{}', now() - age * interval '1 day'
     from (values (1, 30), (2000000, 8), (2000001, 6), (9000000, 0)) as execution(id, age)`,
  );
  await client.query("select setval('execution_id_seq', 9000000)");
  await migrate(url);
  const [first] = await listPartitions(client, STEPS);
  expect(await listPartitions(client, EXECUTIONS)).toMatchObject([{ from: 1, to: first?.to }]);
  await client.end();
  expect(first?.to).toBeGreaterThan(15_990_000);
  expect(first?.to).toBeLessThan(16_010_000);
});
