import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isConnectionLost } from "#server/connection-errors.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { aFaultyNetwork, type FaultyNetwork } from "#server/testing/faulty-network.ts";
import { overNetwork } from "#server/testing/over-network.ts";
import { openDatabase } from "../open-database.ts";
import { listen } from "./listen.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
let network: FaultyNetwork;
let url: string;
beforeAll(async () => {
  database = await aDatabase();
  const { hostname, port } = new URL(database.url);
  network = await aFaultyNetwork(Number(port), hostname);
  url = overNetwork(database.url, { hostname: "127.0.0.1", port: network.port });
});
afterAll(async () => {
  network.close();
  await database.drop();
});

beforeEach(() => network.restore());

/** Long enough that only the watch of the connections can end a statement during this test. */
const patient = { statementTimeoutMs: 300_000 };
const PATIENT = { hotPath: patient, queries: patient, jobs: patient };

test("a database that falls silent holds no statement of any pool, and is used again when it responds", async () => {
  const faults: string[] = [];
  const db = openDatabase(url, { ...PATIENT, onError: ({ message }) => faults.push(message) });
  const pools = [db.pool, db.queries, db.jobs];
  for (const pool of pools) await pool.query("select 1");
  network.silence("whole");
  const outcomes = await Promise.allSettled([
    ...pools.map((pool) => pool.query("select 1")),
    db.prisma.$queryRaw`select 1`,
    db.prisma.$transaction((tx) => tx.$queryRaw`select 1`),
    inTransaction(db.pool, (client) => client.query("select 1")),
  ]);
  expect(outcomes.map((outcome) => outcome.status === "rejected" && isConnectionLost(outcome.reason))).toEqual(
    outcomes.map(() => true),
  );
  expect(faults).toContain("The database does not respond.");
  await expect(db.pool.query("select 1")).rejects.toThrow("The database does not respond.");
  network.restore();
  await expect
    .poll(() =>
      db.pool.query("select 1 as one").then(
        ({ rows }) => rows,
        () => [],
      ),
    )
    .toEqual([{ one: 1 }]);
  await db.close();
});

test("connections that are open at one end only are given up, and slow statements are not", async () => {
  const db = openDatabase(url, PATIENT);
  await Promise.all([1, 2, 3].map(() => db.pool.query("select pg_sleep(0.05)")));
  network.silence("open connections");
  const slow = db.queries.query("select 'done' as slow from pg_sleep(4)");
  await expect(db.pool.query("select 1")).rejects.toThrow("The database does not respond.");
  expect((await slow).rows).toEqual([{ slow: "done" }]);
  await expect
    .poll(() =>
      db.pool.query("select 1 as one").then(
        ({ rows }) => rows,
        () => [],
      ),
    )
    .toEqual([{ one: 1 }]);
  await db.close();
});

test("a listener notices that its connection is silent", async () => {
  const received: string[] = [];
  let gaps = 0;
  const ears = listen(url, { greeting: (payload) => received.push(payload) }, () => gaps++);
  await expect.poll(() => gaps).toBe(1);
  network.silence("open connections");
  await expect.poll(() => gaps).toBe(2);
  const db = openDatabase(url);
  await db.pool.query("select pg_notify('greeting', 'again')");
  await expect.poll(() => received).toEqual(["again"]);
  await Promise.all([ears.close(), db.close()]);
});
