import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { readDatabaseFacts } from "#server/store/system/database-facts.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { processFile } from "#server/testing/process-file.ts";
import { INHERITED_ENV } from "#server/testing/worker-process.ts";
import { deleteExpired } from "./organization-retention.ts";
import {
  API_TALLIES,
  ATTEMPTS,
  AUDIT_ENTRIES,
  EVENT_STARTS,
  EVENTS,
  EXCHANGES,
  EXECUTIONS,
  PARTITIONED_TABLES,
  type Partition,
  type PartitionedTable,
  REQUESTS,
  STEPS,
} from "./partitioned-tables.ts";
import { attachPartition, createPartitions, dropPartitions, listPartitions } from "./partitions.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
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
const PERIODS = { RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 365 };
const create = () => createPartitions(app.db, { periods: PERIODS, now: new Date() });
const reach = (id: number) =>
  session.query("select setval('execution_id_seq', $1), setval('delivery_id_seq', $1)", [id]);
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

/** An execution that is over. */
async function aRecord(id: number, { createdAt }: { createdAt: Date }) {
  await session.query(
    `insert into execution (id, record, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger, created_at)
     values ($1, $1, 1, 1, 1, 1, 1, 'success', 'manual', '{}', $2)`,
    [id, createdAt],
  );
}

/** A delivery with an attempt. */
async function aDelivery(id: number, { createdAt = new Date(), organizationId = 1 } = {}) {
  await session.query(
    `with added as (insert into notification (id, organization_id, topic, subject, message, created_at) values ($1, $2, 'x', 'x', 'x', $3)
     ), sent as (insert into delivery (id, organization_id, notification_id, status, ready, created_at) values ($1, $2, $1, 'delivered', false, $3))
     insert into delivery_attempt (delivery_id, organization_id, status, started_at, duration_ms) values ($1, $2, 'delivered', $3, 5)`,
    [id, organizationId, createdAt],
  );
}

/** In the place of the first partition: 0–100, 100–200, 200–300. */
async function smallPartitions(table = STEPS) {
  await session.query(`drop table ${table.name}_0`);
  for (const from of [0, 100, 200]) await attachPartition(session, table, { from, to: from + 100 });
  await reach(250);
}

/** How a test writes rows to each table, and where its partitions begin and end in the tests below. */
type Sample = {
  write: (at: number) => Promise<void>;
  /** A value of now, and makes it so. */
  reach: (from: number) => Promise<number>;
  /** The bounds of three partitions, of which two are over. */
  bounds: () => number[];
};
const hour = (daysAgo: number) => Math.floor((Date.now() - daysAgo * DAY_MS) / HOUR_MS) * HOUR_MS;
const SAMPLES: Record<string, Sample> = {
  [EXECUTIONS.name]: {
    write: (id) => aRecord(id, { createdAt: id < 200 ? days(40) : new Date() }),
    bounds: () => [1, 100, 200, 300],
    async reach(from) {
      await reach(from + 50);
      return from + 50;
    },
  },
  [STEPS.name]: {
    write: (id) => anExecution(id),
    bounds: () => [0, 100, 200, 300],
    async reach(from) {
      await reach(from + 50);
      return from + 50;
    },
  },
  [ATTEMPTS.name]: {
    write: (id) => aDelivery(id),
    bounds: () => [0, 100, 200, 300],
    async reach(from) {
      await reach(from + 50);
      return from + 50;
    },
  },
  [EVENTS.name]: {
    write: (id) => anEvent(id, { createdAt: id < 200 ? days(40) : new Date() }),
    bounds: () => [0, 100, 200, 300],
    reach: reachEvent,
  },
  [EVENT_STARTS.name]: { write: aStart, bounds: () => [0, 100, 200, 300], reach: reachEvent },
  [REQUESTS.name]: { write: aRequest, bounds: () => [0, hour(36), hour(33), hour(20)], reach: atTime },
  [EXCHANGES.name]: { write: anExchange, bounds: () => [0, hour(36), hour(33), hour(20)], reach: atTime },
  [API_TALLIES.name]: { write: aTally, bounds: () => [0, hour(36), hour(33), hour(20)], reach: atTime },
  [AUDIT_ENTRIES.name]: { write: anEntry, bounds: () => [0, hour(36), hour(33), hour(20)], reach: atTime },
};

async function reachEvent(from: number) {
  await session.query("select setval('event_id_seq', $1)", [from + 50]);
  return from + 50;
}

async function anEvent(id: number, { createdAt = new Date(), status = "CONSUMED", organizationId = 1 } = {}) {
  await session.query(
    `insert into event (id, organization_id, account_id, element_instance_id, element_key, source, status, objects, object_ids, created_at)
     values ($1, $4, 1, 1, 'x', 'webhook', $2, '[]', '{}', $3)`,
    [id, status, createdAt, organizationId],
  );
}

async function aStart(eventId: number, organizationId = 1) {
  await session.query(
    "insert into event_start (event_id, n, formula_instance_id, organization_id, execution_id) values ($1, 0, 1, $2, 1)",
    [eventId, organizationId],
  );
}

async function atTime(from: number) {
  app.at(new Date(from + 50));
  return from + 50;
}

async function aRequest(at: number) {
  await session.query(
    `insert into usage (request_id, organization_id, account_id, user_id, element_instance_id, method, uri, resource, ip, status, process_ms, created_at)
     values ($1, 1, 1, 1, 1, 'GET', '/x', 'x', '', 200, 1, $2)`,
    [`r${at}`, new Date(at)],
  );
}

async function anExchange(at: number) {
  await session.query(
    `insert into provider_exchange (request_id, n, organization_id, account_id, method, url, duration_ms, content, created_at)
     values ($1, 0, 1, 1, 'GET', 'https://x.test', 1, '{}', $2)`,
    [`r${at}`, new Date(at)],
  );
}

async function aTally(at: number) {
  await session.query("insert into api_tally (account_id, minute, organization_id, calls) values (1, $1, 1, 1)", [
    new Date(at),
  ]);
}

async function anEntry(at: number) {
  await session.query(
    `insert into audit_entry (organization_id, account_id, user_id, entity, entity_id, action, created_at)
     values (1, 1, 1, 'formula', '1', 'updated', $1)`,
    [new Date(at)],
  );
}

test("each table has a sample here", () => {
  expect(Object.keys(SAMPLES)).toEqual(PARTITIONED_TABLES.map(({ name }) => name));
});

describe("of every table", () => {
  type Each = { table: PartitionedTable; name: string; sample: Sample };
  /** All tables of one database, one after the other: a database for each would take far longer than its test. */
  const each = async (check: (each: Each) => Promise<void>) => {
    for (const table of PARTITIONED_TABLES)
      await check({ table, name: table.name, sample: SAMPLES[table.name] as Sample }).catch((error: Error) => {
        throw new Error(`${table.name}: ${error.message}`, { cause: error });
      });
  };
  const list = ({ table }: Each) => listPartitions(session, table);
  const createNow = () => createPartitions(app.db, { periods: PERIODS, now: app.now() });
  /** The partitions that rows are in, in their order. */
  const used = async ({ name, table: { column, first, scale } }: Each) => {
    const { rows } = await session.query<{ name: string }>(
      `select tableoid::regclass::text as name from ${name} where ${column} >= ${scale.literal(first)} group by 1 order by min(${column})`,
    );
    return rows.map(({ name }) => name);
  };
  /** The number of tables of partitions, attached or not. */
  const tables = async ({ name }: Each) =>
    (
      await session.query("select from pg_class where relkind = 'r' and relname ~ $1 and relname <> 'execution_0'", [
        `^${name}_[0-9]+$`,
      ])
    ).rowCount;
  /** Three partitions with a row each, of which two are over. */
  const fill = () =>
    each(async ({ table, name, sample }) => {
      await session.query(`drop table ${name}_${table.first}`);
      const [first = 0, second = 0, third = 0, end = 0] = sample.bounds();
      await attachPartition(session, table, { from: first, to: second });
      await attachPartition(session, table, { from: second, to: third });
      await attachPartition(session, table, { from: third, to: end });
      for (const from of [first, second, third]) await sample.write(from + 1);
    }).then(async () => {
      await session.query("delete from execution where record = 0 and id < 200");
      await session.query("delete from delivery where id < 200");
      await reach(250);
      await reachEvent(200);
    });
  const drop = () =>
    dropPartitions(app.db, { periods: { RETENTION_DAYS: 33, AUDIT_RETENTION_DAYS: 33 }, now: new Date() });
  /** Whether no process changes partitions. */
  const isFree = async () =>
    (
      await session.query(
        "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      )
    ).rowCount === 0;

  test("three partitions are created ahead, each of them once", async () => {
    const [first] = await listPartitions(session, REQUESTS);
    await Promise.all([create(), create()]);
    await create();
    await each(async (one) => {
      const [{ to: end } = { to: 0 }, ...ahead] = await list(one);
      const ofTimes = (PERIODS[one.table.period] * DAY_MS) / 12;
      const size = one.table.scale.unit === 1 ? 100_000 : ofTimes;
      expect(bounds(ahead)).toEqual([0, 1, 2].map((n) => [end + n * size, end + (n + 1) * size]));
    });
    await each(async (one) => {
      const [{ to: end } = { to: 0 }] = await list(one);
      const value = await one.sample.reach(end);
      await createNow();
      expect(await list(one)).toHaveLength(5);
      await one.sample.write(value);
      expect(await used(one)).toEqual([`${one.name}_${one.table.scale.suffix(end)}`]);
    });
    expect(await listPartitions(session, REQUESTS)).toContainEqual(first);
  });

  test("rows beyond all partitions are stored, and the next one begins above them", async () => {
    const beyond = new Map<string, number>();
    await each(async (one) => {
      const [{ to: end } = { to: 0 }] = await list(one);
      const value = await one.sample.reach(end + 400_000);
      await one.sample.write(value);
      expect(await used(one)).toEqual([`${one.name}_default`]);
      beyond.set(one.name, value);
    });
    await createNow();
    await each(async (one) => {
      const next = (await list(one))[1] as Partition;
      expect(next.from).toBeGreaterThan(beyond.get(one.name) as number);
      await one.sample.write(next.from);
      expect(await used(one)).toEqual([`${one.name}_default`, next.name]);
    });
  });

  test("partitions that are over are dropped with their rows", async () => {
    await fill();
    expect(await drop()).toBe(2 * PARTITIONED_TABLES.length);
    await each(async (one) => {
      const [{ from: third } = { from: 0 }] = await list(one);
      expect(await used(one)).toEqual([`${one.name}_${one.table.scale.suffix(third)}`]);
      expect(await tables(one)).toBe(1);
    });
  });

  test("a partition that a killed process had detached is dropped by the next one", async () => {
    await fill();
    const script = processFile("dropping");
    await each(async (one) => {
      // Postgres notices a moment later that the process before is gone.
      await expect.poll(isFree).toBe(true);
      const values = [app.databaseUrl, one.name, "33"];
      const died = promisify(execFile)(process.execPath, [script, ...values], {
        env: { NODE_ENV: "test", ...INHERITED_ENV },
      });
      await expect(died).rejects.toMatchObject({ signal: "SIGKILL" });
      expect([await list(one), await tables(one)]).toEqual([[expect.anything()], 3]);
    });
    await expect.poll(isFree).toBe(true);
    expect(await drop()).toBe(2);
    await each(async (one) => {
      expect([await tables(one), (await used(one)).length]).toEqual([1, 1]);
    });
  });
});

test("a table whose partitions cannot be changed does not keep others from theirs", async () => {
  const [first] = await listPartitions(session, STEPS);
  await session.query(`create table step_execution_${first?.to} ()`);
  await expect(create()).rejects.toThrow("already exists");
  expect(await listPartitions(session, REQUESTS)).toHaveLength(4);
});

test("rows with a time far ahead do not hold up partitions", async () => {
  const [first] = await listPartitions(session, REQUESTS);
  await aRequest(Date.now() + 1000 * DAY_MS);
  await create();
  expect((await listPartitions(session, REQUESTS))[1]?.from).toBe(first?.to);
});

test("requests are left for their partition to be dropped, if that is soon, but nobody sees them", async () => {
  const tables = [REQUESTS, EXCHANGES, API_TALLIES];
  await session.query("drop table usage_0; drop table provider_exchange_0; drop table api_tally_0");
  for (const table of tables)
    for (const [from, to] of [
      [0, hour(35)],
      [hour(35), hour(28)],
      [hour(28), hour(20)],
      [hour(20), hour(-5)],
    ] as const)
      await attachPartition(session, table, { from, to });
  const ages = [40, 33, 29, 25, 1];
  for (const age of ages) {
    await aRequest(days(age).getTime());
    await anExchange(days(age).getTime());
    await aTally(days(age).getTime());
  }
  const stored = (table: PartitionedTable) =>
    session
      .query<{ age: number }>(
        `select round(extract(epoch from now() - ${table.column}) / 86400)::int as age from ${table.name} order by 1 desc`,
      )
      .then(({ rows }) => rows.map(({ age }) => age));
  await sweepRetention(app);
  for (const table of tables) expect(await stored(table), table.name).toEqual([33, 29, 25, 1]);
  app.at(new Date(Date.now() + 4 * DAY_MS));
  await sweepRetention(app);
  for (const table of tables) expect(await stored(table), table.name).toEqual([25, 1]);
});

test("entries of the audit log are left for their partition to be dropped after a period of their own", async () => {
  await session.query("drop table audit_entry_0");
  for (const [from, to] of [
    [0, hour(380)],
    [hour(380), hour(350)],
    [hour(350), hour(-5)],
  ] as const)
    await attachPartition(session, AUDIT_ENTRIES, { from, to });
  for (const age of [390, 370, 360, 340, 1]) await anEntry(days(age).getTime());
  const ages = async () =>
    (
      await session.query<{ age: number }>(
        "select round(extract(epoch from now() - created_at) / 86400)::int as age from audit_entry order by 1 desc",
      )
    ).rows.map(({ age }) => age);
  await sweepRetention(app);
  expect(await ages()).toEqual([370, 360, 340, 1]);
  app.at(days(-16));
  await sweepRetention(app);
  expect(await ages()).toEqual([340, 1]);
  // Its partition has newer rows, so that it is deleted alone.
  app.at(days(-26));
  await sweepRetention(app);
  expect(await ages()).toEqual([1]);
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
  const { from, to } = (await listPartitions(session, STEPS)).at(-1) as Partition;
  expect(to - from).toBe(2_500_000);
});

test("retention drops a partition once none of its executions is kept, and deletes rows of all others", async () => {
  await smallPartitions();
  await anExecution(1, { createdAt: days(34) });
  await anExecution(99, { createdAt: days(31) });
  await anExecution(101, { createdAt: days(32) });
  await anExecution(199, { createdAt: days(20) });
  await anExecution(201, { createdAt: days(1) });
  await sweepRetention(app);
  expect(bounds(await listPartitions(session, STEPS))).toEqual([
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
  expect(bounds(await listPartitions(session, STEPS))[0]).toEqual([200, 300]);
});

describe("executions that are over", () => {
  const ids = async () =>
    (await session.query<{ id: number }>("select id::int as id from execution order by 1")).rows.map(({ id }) => id);
  const causes = async () =>
    (await session.query<{ id: number }>("select execution_id::int as id from execution_cause order by 1")).rows.map(
      ({ id }) => id,
    );
  /** 1–100, 100–200, 200–300, as those of their steps. */
  async function smallRecords() {
    await smallPartitions();
    await session.query("drop table execution_1");
    for (const [from, to] of [
      [1, 100],
      [100, 200],
      [200, 300],
    ] as const)
      await attachPartition(session, EXECUTIONS, { from, to });
  }

  test("are left for their partition to be dropped, if that is soon, with what is left of them", async () => {
    await smallRecords();
    await aRecord(1, { createdAt: days(40) });
    await aRecord(99, { createdAt: days(31) });
    await aRecord(101, { createdAt: days(31) });
    await aRecord(199, { createdAt: days(28) });
    await anExecution(150, { createdAt: days(31) });
    await anExecution(160, { createdAt: days(31), status: "retry" });
    await aRecord(201, { createdAt: days(1) });
    await session.query("insert into execution_cause select 1, 1, id::text, id from execution");
    await sweepRetention(app);
    expect(await ids()).toEqual([101, 160, 199, 201]);
    expect(bounds(await listPartitions(session, EXECUTIONS))).toEqual([
      [100, 200],
      [200, 300],
    ]);
    expect(await causes()).toEqual([199, 201]);
    app.at(new Date(Date.now() + 2.5 * DAY_MS));
    await sweepRetention(app);
    expect(await ids()).toEqual([160, 201]);
    // Which ends now, and is in no partition of its own any more.
    await session.query("update execution set status = 'success', record = id where id = 160");
    await sweepRetention(app);
    expect(await ids()).toEqual([201]);
  });

  test("are deleted by row, as long as their partition has newer ones", async () => {
    await smallRecords();
    await aRecord(101, { createdAt: days(40) });
    await aRecord(150, { createdAt: days(10) });
    await aRecord(199, { createdAt: days(1) });
    await sweepRetention(app);
    expect(await ids()).toEqual([150, 199]);
    await deleteExpired(app.db.queries, { organizationId: 1, before: days(7) });
    expect(await ids()).toEqual([199]);
  });

  test("may be many, of which their causes are deleted in batches", async () => {
    await smallRecords();
    await aRecord(201, { createdAt: days(1) });
    await session.query(
      "insert into execution_cause select 1, 1, n::text, n % 199 + 1 from generate_series(1, 9000) n",
    );
    await sweepRetention(app);
    expect(await causes()).toEqual([]);
  });
});

describe("attempts of deliveries", () => {
  const ids = async (table = "delivery_attempt") =>
    (
      await session.query<{ id: number }>(
        `select ${table === "delivery" ? "id" : "delivery_id"}::int as id from ${table} order by 1`,
      )
    ).rows.map(({ id }) => id);

  test("are left for their partition to be dropped, if that is soon", async () => {
    await smallPartitions(ATTEMPTS);
    for (const [id, age] of [
      [1, 40],
      [99, 31],
      [101, 31],
      [199, 28],
      [201, 20],
      [202, 1],
    ] as const)
      await aDelivery(id, { createdAt: days(age) });
    await sweepRetention(app);
    expect([await ids("delivery"), await ids()]).toEqual([
      [199, 201, 202],
      [101, 199, 201, 202],
    ]);
    app.at(new Date(Date.now() + 2.5 * DAY_MS));
    await sweepRetention(app);
    expect(await ids()).toEqual([201, 202]);
    app.at(new Date(Date.now() + 12 * DAY_MS));
    await sweepRetention(app);
    expect(await ids()).toEqual([202]);
    expect(bounds(await listPartitions(session, ATTEMPTS))[0]).toEqual([200, 300]);
  });

  test("are deleted in batches", async () => {
    await aDelivery(3001);
    await session.query(
      `insert into delivery_attempt (delivery_id, organization_id, status, started_at, duration_ms)
       select n, 1, 'retry', now(), 5 from generate_series(1, 3001) n, generate_series(1, 2)`,
    );
    await reach(3001);
    await sweepRetention(app);
    expect(await ids()).toEqual([3001, 3001, 3001]);
  });

  test("of an organization that keeps less are deleted by row", async () => {
    const { id } = await app.db.prisma.organization.create({
      data: { name: "Short", secretHash: Buffer.from(randomUUID()), secretSealed: "x", retentionDays: 7 },
    });
    await aDelivery(1, { createdAt: days(10), organizationId: id });
    await aDelivery(2, { createdAt: days(10), organizationId: id + 1 });
    await aDelivery(3, { createdAt: days(1), organizationId: id });
    await sweepRetention(app);
    expect([await ids("delivery"), await ids()]).toEqual([
      [2, 3],
      [2, 3],
    ]);
  });
});

describe("events and their starts", () => {
  const eventIds = async (table = "event", column = "id") =>
    (await session.query<{ id: number }>(`select ${column}::int as id from ${table} order by 1`)).rows.map(
      ({ id }) => id,
    );
  /** 0–100, 100–200, 200–300. */
  async function smallEvents() {
    await session.query("drop table event_0; drop table event_start_0");
    for (const table of [EVENTS, EVENT_STARTS])
      for (const from of [0, 100, 200]) await attachPartition(session, table, { from, to: from + 100 });
    await reachEvent(200);
  }
  const both = async (id: number, given: Parameters<typeof anEvent>[1] = {}) => {
    await anEvent(id, given);
    await aStart(id, given.organizationId);
  };
  const firstBounds = async () => {
    const of = async (table: PartitionedTable) => (await listPartitions(session, table)).map(({ from }) => from);
    return [await of(EVENTS), await of(EVENT_STARTS)];
  };

  test("are left for their partition to be dropped, if that is soon", async () => {
    await smallEvents();
    await both(1, { createdAt: days(40) });
    await both(101, { createdAt: days(31) });
    await both(199, { createdAt: days(28) });
    await both(201, { createdAt: days(1) });
    await sweepRetention(app);
    expect(await eventIds()).toEqual([101, 199, 201]);
    app.at(days(-2.5));
    await sweepRetention(app);
    expect(await eventIds()).toEqual([201]);
    expect(await eventIds("event_start", "event_id")).toEqual([201]);
    expect(await firstBounds()).toEqual([[200], [200]]);
  });

  test("are deleted by row, as long as their partition has newer ones", async () => {
    await smallEvents();
    await both(101, { createdAt: days(40) });
    await both(150, { createdAt: days(10) });
    await both(151, { createdAt: days(10), organizationId: 2 });
    await both(199, { createdAt: days(1) });
    await sweepRetention(app);
    expect(await eventIds()).toEqual([150, 151, 199]);
    await deleteExpired(app.db.queries, { organizationId: 1, before: days(7) });
    expect(await eventIds()).toEqual([151, 199]);
    expect(await eventIds("event_start", "event_id")).toEqual([151, 199]);
  });

  test("one that is not read yet keeps its partition, but no others", async () => {
    await smallEvents();
    for (const id of [1, 99]) await both(id, { createdAt: days(40) });
    await anEvent(50, { createdAt: days(40), status: "NEW" });
    await both(201, { createdAt: days(1) });
    await sweepRetention(app);
    expect(await eventIds()).toEqual([50, 201]);
    expect(await eventIds("event_start", "event_id")).toEqual([201]);
    // It is read now, and has the time of that.
    await session.query("update event set status = 'CONSUMED', created_at = now() where id = 50");
    await aStart(50);
    await sweepRetention(app);
    expect(await eventIds()).toEqual([50, 201]);
    expect(await eventIds("event_start", "event_id")).toEqual([50, 201]);
    app.at(days(-31));
    await sweepRetention(app);
    expect(await eventIds()).not.toContain(50);
    expect((await firstBounds()).flat()).not.toContain(0);
  });
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
  expect(bounds(await listPartitions(session, STEPS))).toEqual([[200, 300]]);
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
  expect(bounds(await listPartitions(session, STEPS))[0]).toEqual([0, 100]);
});

test("a change waits only shortly for a lock, and is tried again", async () => {
  await smallPartitions();
  await session.query("begin");
  await session.query("lock table step_execution in access share mode");
  const dropping = dropPartitions(app.db, { periods: PERIODS, now: new Date() });
  const other = app.db.pool;
  const waits = async () =>
    (await other.query("select from pg_locks where relation = 'step_execution'::regclass and not granted")).rowCount;
  await expect.poll(waits).toBe(1);
  await expect.poll(waits).toBe(0);
  await session.query("commit");
  expect(await dropping).toBe(2);
});
