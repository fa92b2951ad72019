import { execFile } from "node:child_process";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readDatabaseFacts } from "#server/store/system/database-facts.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { bounds, days, hour, PERIODS, partitionedRows } from "#server/testing/partitioned-rows.ts";
import { processFile } from "#server/testing/process-file.ts";
import { INHERITED_ENV } from "#server/testing/worker-process.ts";
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

const {
  anExecution,
  aRecord,
  aDelivery,
  anEvent,
  aStart,
  aRequest,
  anExchange,
  aTally,
  anEntry,
  reach,
  reachEvent,
  smallPartitions,
} = partitionedRows(() => session);

const create = () => createPartitions(app.db, { periods: PERIODS, now: new Date() });

/** How a test writes rows to each table, and where its partitions begin and end in the tests below. */
type Sample = {
  write: (at: number) => Promise<void>;
  /** A value of now, and makes it so. */
  reach: (from: number) => Promise<number>;
  /** The bounds of three partitions, of which two are over. */
  bounds: () => number[];
};
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

async function atTime(from: number) {
  app.at(new Date(from + 50));
  return from + 50;
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
