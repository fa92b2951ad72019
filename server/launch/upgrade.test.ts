import { setImmediate as yieldTurn } from "node:timers/promises";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORGANIZATION_SETTING, tenantRoleOf } from "#server/store/database/tenant-policies.ts";
import { settle } from "#server/store/delivery/delivery-queue.ts";
import { startMarker } from "#server/store/event/event-starts.ts";
import { eventWriter } from "#server/store/event/event-writer.ts";
import { readHistory } from "#server/store/execution/execution-history.ts";
import { createExecutionWriter } from "#server/store/execution/execution-writer.ts";
import { listRunSteps } from "#server/store/execution/run-steps.ts";
import { ATTEMPTS, EVENTS, EXECUTIONS, PARTITIONED_TABLES, STEPS } from "#server/store/retention/partitioned-tables.ts";
import { createPartitions, listPartitions } from "#server/store/retention/partitions.ts";
import { createUsageWriter } from "#server/store/usage/usage-writer.ts";
import { anEmptyDatabase } from "#server/testing/database.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
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

/** As versions without partitions record a request, with one exchange. */
const OLD_REQUEST = `
insert into usage (request_id, organization_id, account_id, user_id, element_instance_id, method, uri, resource, ip, status, process_ms, created_at)
select call.*, 'GET', '/x', 'x', '', 500, 1, now()
from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[]) as call(id, organization_id, account_id, user_id, element_instance_id)
on conflict do nothing`;
const OLD_EXCHANGE = `
insert into provider_exchange (request_id, n, organization_id, account_id, method, url, duration_ms, content, created_at)
select exchange.*, 'GET', 'https://x.test', 1, '{}', now() from unnest($1::text[], $2::int[], $3::int[], $4::int[]) as exchange(id, n, organization_id, account_id)
on conflict do nothing`;
const OLD_TALLY = `
insert into api_tally (account_id, minute, organization_id, calls) select tally.*, 1 from unnest($1::int[], $2::timestamptz[], $3::int[]) as tally(account_id, minute, organization_id)
on conflict (account_id, minute) do update set calls = api_tally.calls + excluded.calls`;
const OLD_READ = `
select u.request_id as id, (select count(*)::int from provider_exchange x where x.organization_id = $1 and x.request_id = u.request_id) as exchanges
from usage u where u.organization_id = $1 and u.request_id = $2`;
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

  let isMigrated = false;
  const written: number[] = [];
  const working = (async () => {
    for (let after = 0; after < 20; after += isMigrated ? 1 : 0) {
      const id = await nextId();
      await write({ created: [id], steps: [[id, 0]] });
      await write({ held: [id], steps: [[id, 1]] });
      await write({ ended: [id], steps: [[id, 2]] });
      expect(await readOld(id)).toHaveLength(3);
      written.push(id);
      await yieldTurn();
    }
  })();
  expect((await migrate(url)).applied).toBeGreaterThan(5);
  isMigrated = true;
  await working;

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
  expect(await listRunSteps(pool, before, { last: 2, failures: 1 })).toMatchObject({ total: 3, steps: [{}, {}] });
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

test("processes of the version before record requests while these become partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127120000" });
  const pool = new pg.Pool({ connectionString: url });
  const old = await pool.connect();
  await old.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const role = pg.escapeIdentifier(tenantRoleOf(new URL(url).username));
  for (const table of ["usage", "provider_exchange", "api_tally"])
    await old.query(
      `alter table ${table} enable row level security; grant select, insert, update, delete on ${table} to ${role};
       create policy own on ${table} using (organization_id = current_setting('${ORGANIZATION_SETTING}')::integer)`,
    );
  const asCaller = `begin; set local role ${role}; set local ${ORGANIZATION_SETTING} = ${ORGANIZATION}`;
  const prepared = (name: string, text: string, values: unknown[]) => old.query({ name, text, values });
  const own = [ORGANIZATION];
  const list = async (table: string) =>
    (await pool.query(`select request_id as id from ${table}`)).rows.map(({ id }) => id).sort();
  const tally = (at: Date) => prepared("usage_tally", OLD_TALLY, [own, [at], own]);
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  const record = async (id: string) => {
    await prepared("usage_write", OLD_REQUEST, [[id], own, own, own, own]);
    await prepared("usage_exchanges", OLD_EXCHANGE, [[id], [0], own, own]);
    await tally(minute);
    await old.query(asCaller);
    expect((await prepared("usage_read", OLD_READ, [ORGANIZATION, id])).rows).toEqual([{ id, exchanges: 1 }]);
    await old.query("commit");
    return id;
  };
  const files = async (tables: string[]) => {
    const of = "select pg_relation_filenode(name::regclass) as file from unnest($1::text[]) as name";
    return (await pool.query(of, [tables])).rows.map(({ file }) => file);
  };

  const recorded = [await record("before")];
  const before = await files(["usage", "provider_exchange", "api_tally"]);
  let isMigrated = false;
  const working = (async () => {
    for (let after = 0; after < 20; after += isMigrated ? 1 : 0) {
      recorded.push(await record(`request ${recorded.length}`));
      await yieldTurn();
    }
  })();
  await migrate(url);
  isMigrated = true;
  await working;
  // The rows were not copied.
  expect(await files(["usage_0", "provider_exchange_0", "api_tally_0"])).toEqual(before);
  expect(await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() })).toBeGreaterThan(5);

  // Later rows of both versions are in the next partitions.
  const later = new Date(Date.now() + 9 * 86_400_000);
  const usage = createUsageWriter(pool, { log: pino({ level: "silent" }) });
  const owner = { organizationId: ORGANIZATION, accountId: ORGANIZATION, userId: 1, elementInstanceId: 1 };
  const call = {
    ...{ ...owner, method: "GET", uri: "/x", resource: "x", ip: "", status: 500, processMs: 1 },
    createdAt: later,
  };
  const exchange = { method: "GET", url: "https://x.test", status: 500, durationMs: 1, content: "{}" };
  // Writing again after a lost response records nothing twice.
  for (const requestId of ["new", "new"]) {
    usage.note({ ...call, requestId, exchanges: [exchange] });
    usage.tally(owner, later);
    await usage.flush();
  }
  await usage.close();
  await prepared("late", OLD_REQUEST.replace("now()", `'${later.toISOString()}'`), [["old, late"], own, own, own, own]);
  expect(await list("usage")).toEqual([...recorded, "new", "old, late"].sort());
  expect(await list("provider_exchange")).toEqual([...recorded, "new"].sort());
  expect(await list("usage_0")).toEqual(recorded.sort());
  expect((await prepared("usage_read", OLD_READ, [ORGANIZATION, "new"])).rows).toEqual([{ id: "new", exchanges: 1 }]);
  expect(await list("usage_default")).toEqual([]);
  await tally(new Date(Math.floor(later.getTime() / 60_000) * 60_000));
  const { rows: tallies } = await pool.query("select calls from api_tally order by minute");
  expect(tallies).toEqual([{ calls: recorded.length }, { calls: 3 }]);
  old.release();
  await pool.end();
});

/** As versions without partitions of attempts settle deliveries, and read and delete them. */
const OLD_SETTLE = `
with settled as (
  update delivery d set status = 'delivered', ready = false, wake_at = null, updated_at = now()
  from unnest($1::bigint[]) as o(id) where d.id = o.id and d.status <> 'delivered' returning d.id, d.organization_id
)
insert into delivery_attempt (delivery_id, organization_id, status, started_at, duration_ms, error, exchange)
select id, organization_id, 'delivered', now(), 5, null, '{}' from settled`;
const OLD_ATTEMPTS =
  "select id, exchange from delivery_attempt where organization_id = $1 and delivery_id = $2 order by id desc limit 50";

test("processes of the version before settle deliveries while their attempts become partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127191000" });
  const pool = new pg.Pool({ connectionString: url });
  const old = await pool.connect();
  await old.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const role = pg.escapeIdentifier(tenantRoleOf(new URL(url).username));
  await old.query(
    `alter table delivery_attempt enable row level security; grant select, insert, update, delete on delivery_attempt to ${role};
     create policy own on delivery_attempt using (organization_id = current_setting('${ORGANIZATION_SETTING}')::integer)`,
  );
  const aDelivery = async () => {
    const { rows } = await pool.query<{ id: string; notificationId: number }>(
      `with added as (insert into notification (organization_id, topic, subject, message) values ($1, 'x', 'x', 'x') returning id)
       insert into delivery (organization_id, notification_id, status, ready) select $1, id, 'created', true from added
       returning id, notification_id as "notificationId"`,
      [ORGANIZATION],
    );
    return rows[0] as { id: string; notificationId: number };
  };
  const attemptsOf = async (id: string) => {
    await old.query(`begin; set local role ${role}; set local ${ORGANIZATION_SETTING} = ${ORGANIZATION}`);
    const { rows } = await old.query({ name: "attempts", text: OLD_ATTEMPTS, values: [ORGANIZATION, id] });
    await old.query("commit");
    return rows;
  };
  const settleOld = async () => {
    const { id } = await aDelivery();
    await old.query({ name: "delivery_settle", text: OLD_SETTLE, values: [[id]] });
    expect(await attemptsOf(id)).toMatchObject([{ exchange: "{}" }]);
  };
  const stored = async (name: string) => (await pool.query(`select from ${name}`)).rowCount;
  const fileOf = async (table: string) =>
    (await pool.query("select pg_relation_filenode($1::text::regclass) as file", [table])).rows[0].file;

  await settleOld();
  const file = await fileOf("delivery_attempt");
  let isMigrated = false;
  let settled = 1;
  const working = (async () => {
    for (let after = 0; after < 20; after += isMigrated ? 1 : 0) {
      await settleOld();
      settled++;
      await yieldTurn();
    }
  })();
  await migrate(url);
  isMigrated = true;
  await working;
  // The rows were not copied.
  expect([await fileOf("delivery_attempt_0"), await stored("delivery_attempt_0")]).toEqual([file, settled]);

  // Later ones of both versions are in the next partition.
  const [first] = await listPartitions(pool, ATTEMPTS);
  await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() });
  await pool.query("select setval('delivery_id_seq', $1)", [first?.to]);
  await settleOld();
  const { id, notificationId } = await aDelivery();
  const outcome = { status: "delivered", waitMs: null, answerStatus: 200, error: null, exchange: "{}" } as const;
  await settle(pool, [
    { ...outcome, deliveryId: id, attempts: 0, startedAt: new Date(), durationMs: 5, eventId: null },
  ]);
  expect(await attemptsOf(id)).toMatchObject([{ exchange: "{}" }]);
  expect(await stored(`delivery_attempt_${first?.to}`)).toBe(2);

  // A version that expects the reference to delete attempts leaves them to retention.
  await old.query("delete from notification where id = $1", [notificationId]);
  expect([await stored("delivery"), await stored("delivery_attempt")]).toEqual([settled + 1, settled + 2]);
  old.release();
  await pool.end();
});

test("processes of the version before write the audit log while it becomes partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127190000" });
  const pool = new pg.Pool({ connectionString: url });
  const fileOf = async (table: string) =>
    (await pool.query("select pg_relation_filenode($1::text::regclass) as file", [table])).rows[0].file;
  const write = {
    name: "audit_write",
    text: `insert into audit_entry (organization_id, account_id, user_id, entity, entity_id, action) values ($1, 1, 1, 'formula', $2, 'updated')`,
  };
  const list = async (table: string) =>
    (
      await pool.query(`select id, entity_id as entity from ${table} where organization_id = $1 order by id`, [
        ORGANIZATION,
      ])
    ).rows;
  const old = await pool.connect();
  const written: string[] = [];
  const record = async () => {
    const entity = String(written.length);
    await old.query({ ...write, values: [ORGANIZATION, entity] });
    written.push(entity);
  };
  await record();
  const file = await fileOf("audit_entry");
  let isMigrated = false;
  const working = (async () => {
    for (let after = 0; after < 20; after += isMigrated ? 1 : 0) {
      await record();
      await yieldTurn();
    }
  })();
  await migrate(url);
  isMigrated = true;
  await working;
  expect(await fileOf("audit_entry_0")).toBe(file);
  expect((await list("audit_entry")).map(({ entity }) => entity)).toEqual(written);
  await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() });
  // Later ids are of the same sequence.
  const later = new Date(Date.now() + 9 * 86_400_000);
  await pool.query(
    `insert into audit_entry (organization_id, account_id, user_id, entity, entity_id, action, created_at) values ($1, 1, 1, 'formula', 'later', 'updated', $2)`,
    [ORGANIZATION, later],
  );
  const entries = await list("audit_entry");
  expect(entries.at(-1)).toEqual({ id: entries.length, entity: "later" });
  expect(await list("audit_entry_0")).toHaveLength(written.length);
  expect(await list("audit_entry_default")).toEqual([]);
  old.release();
  await pool.end();
});

/** As versions without partitions of events record them, mark their starts, find late ones, and read and deliver them. */
const OLD_EVENTS = {
  write: `with start as (
    insert into event_start (event_id, n, formula_instance_id, organization_id) select id, 0, 1, ${ORGANIZATION} from unnest($1::bigint[]) id returning event_id)
    insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids)
    select id, ${ORGANIZATION}, 1, 1, 'x', 'webhook', case when exists (select from start where event_id = id) then 'RECEIVED' else 'CONSUMED' end, '[]', '{}' from unnest($1::bigint[]) id`,
  late: `with late as (select event_id, n, formula_instance_id, organization_id from event_start where execution_id is null and reason is null order by event_id, n limit 10)
    select e.id::float8 as id, e.organization_id, e.created_at, e.objects from late l join event e on e.id = l.event_id and e.organization_id = l.organization_id
    group by e.id order by e.created_at, e.id`,
  mark: `update event_start s set execution_id = o.execution_id from (select unnest($1::bigint[]) as event_id, unnest($1::bigint[]) as execution_id) o
    where s.event_id = o.event_id and s.n = 0 and s.formula_instance_id = 1`,
  dispatch: `update event e set status = 'DISPATCHED' where e.id = any($1::bigint[]) and e.status = 'RECEIVED'
    and not exists (select from event_start s where s.event_id = e.id and s.execution_id is null and s.reason is null)`,
  unread: `with due as (select id from event where status = 'NEW' and read_until <= now() order by read_until limit 10 for update skip locked)
    update event e set read_until = now() + interval '1 minute' from due where e.id = due.id returning e.id::float8 as id`,
  read: "delete from event where id = any($1::bigint[]) and status = 'NEW'",
};
test("processes of the version before write events while these become partitions, and those of this version after", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127190400" });
  const pool = new pg.Pool({ connectionString: url });
  const old = await pool.connect();
  await old.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off");
  const send = async (name: keyof typeof OLD_EVENTS, ...values: unknown[]) =>
    (await old.query({ name, text: OLD_EVENTS[name], values })).rows;
  const nextId = async () => Number((await pool.query("select nextval('event_id_seq') as id")).rows[0].id);
  const files = async (suffix: string) => {
    const of =
      "select pg_relation_filenode((name || $1)::regclass) as file from unnest('{event,event_start}'::text[]) name";
    return (await pool.query(of, [suffix])).rows.map(({ file }) => file);
  };
  const stored = async (table: string) =>
    (await pool.query(`select id::float8 as id, status from ${table} order by id`)).rows;
  const recorded: number[] = [];
  const record = async () => {
    const [id, unread] = [await nextId(), await nextId()];
    await send("write", [id]);
    expect(await send("late")).toMatchObject([{ id }]);
    await send("mark", [id]);
    await send("dispatch", [id]);
    await send("write", [unread]);
    await old.query("update event set status = 'NEW', read_until = now() - interval '1 second' where id = $1", [
      unread,
    ]);
    expect(await send("unread")).toEqual([{ id: unread }]);
    await send("read", [unread]);
    await old.query("delete from event_start where event_id = $1", [unread]);
    recorded.push(id);
  };
  await record();
  const before = await files("");
  let isMigrated = false;
  const working = (async () => {
    for (let after = 0; after < 20; after += isMigrated ? 1 : 0) {
      await record();
      await yieldTurn();
    }
  })();
  await migrate(url);
  isMigrated = true;
  await working;
  // The rows were not copied.
  expect(await files("_0")).toEqual(before);
  const dispatched = (id: number) => ({ id, status: "DISPATCHED" });
  expect(await stored("event")).toEqual(recorded.map(dispatched));
  expect((await pool.query("select from event_start where execution_id = event_id")).rowCount).toBe(recorded.length);

  // Later events of both versions are in the next partitions.
  await createPartitions({ sessionUrl: url }, { periods: PERIODS, now: new Date() });
  const [first] = await listPartitions(pool, EVENTS);
  await pool.query("select setval('event_id_seq', $1)", [first?.to]);
  await record();
  const id = await nextId();
  await pool.query(
    `insert into formula (id, organization_id, account_id, user_id, name, definition) values (1, ${ORGANIZATION}, 1, 1, 'F', '{}');
     insert into formula_instance (id, organization_id, account_id, user_id, formula_id, name) values (1, ${ORGANIZATION}, 1, 1, 1, 'I');
     insert into event_subscription (formula_instance_id, organization_id, element_instance_id) values (1, ${ORGANIZATION}, 1)`,
  );
  const object = { objectId: "1", objectType: "contacts", eventType: "CREATED" as const };
  const event = {
    ...{ id, organizationId: ORGANIZATION, accountId: 1, elementInstanceId: 1, elementKey: "x", topic: "x" },
    ...{ source: "webhook" as const, objects: [object], raw: "{}", rawEventId: null, unread: null, requestId: null },
    ...{ request: null, createdAt: new Date() },
  };
  const { starts } = await eventWriter(pool)({ events: [event as never], follow: async () => {} });
  await startMarker(pool)(starts.map((start) => ({ ...start, executionId: id, reason: null })));
  const later = [...recorded.slice(-1).map(dispatched), { id, status: "CONSUMED" }];
  expect(await stored(`event_${first?.to}`)).toEqual(later);
  expect(await stored("event_default")).toEqual([]);
  expect((await pool.query(`select from event_start_${first?.to} where execution_id = event_id`)).rowCount).toBe(2);
  old.release();
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
