import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sweepRetention } from "#server/services/retention/sweep-retention.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { bounds, days, hour, partitionedRows } from "#server/testing/partitioned-rows.ts";
import { deleteExpired } from "./organization-retention.ts";
import {
  API_TALLIES,
  ATTEMPTS,
  AUDIT_ENTRIES,
  EVENT_STARTS,
  EVENTS,
  EXCHANGES,
  EXECUTIONS,
  type PartitionedTable,
  REQUESTS,
  STEPS,
} from "./partitioned-tables.ts";
import { attachPartition, listPartitions } from "./partitions.ts";

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
  stored,
} = partitionedRows(() => session);

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
