import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#server/launch/ports.ts";
import { openJobQueues } from "#server/outside/job-queues.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { overNetwork } from "#server/testing/over-network.ts";
import { connectionOptions } from "./database/connection-options.ts";
import { listen } from "./database/listen.ts";
import { openDatabase } from "./open-database.ts";

let database: TestDatabase;
let readOnly: TestDatabase;
let several: string;
beforeAll(async () => {
  [database, readOnly] = await Promise.all([aDatabase(), aDatabase()]);
  const { host } = new URL(database.url);
  several = overNetwork(database.url).replace(host, `127.0.0.1:${await freePort()},${host}`);
});
afterAll(async () => {
  await Promise.all([database.drop(), readOnly.drop()]);
});

describe("the two pools", () => {
  test("have each their own policy", async () => {
    const db = openDatabase(database.url, {
      hotPath: { max: 3, statementTimeoutMs: 1000 },
      queries: { max: 2, statementTimeoutMs: 2000 },
    });
    const policy = `select current_setting('enable_seqscan') as seqscan, current_setting('plan_cache_mode') as plans,
      current_setting('jit') as jit,
      current_setting('statement_timeout') as timeout`;
    const [hotPath, queries, prisma] = await Promise.all([
      db.pool.query(policy),
      db.queries.query(policy),
      db.prisma.$queryRawUnsafe(policy),
    ]);
    const ordinary = { seqscan: "on", plans: "auto", jit: "off", timeout: "2s" };
    expect(hotPath.rows[0]).toEqual({ seqscan: "off", plans: "force_generic_plan", jit: "off", timeout: "1s" });
    expect(queries.rows[0]).toEqual(ordinary);
    expect(prisma).toEqual([ordinary]);
    expect([db.pool.options.max, db.queries.options.max]).toEqual([3, 2]);
    await db.close();
  });
});

describe("an address with several hosts", () => {
  test("connects everything to the first that responds", async () => {
    const db = openDatabase(several);
    const name = "select current_database() as name";
    const expected = { name: new URL(database.url).pathname.slice(1) };
    expect((await db.pool.query(name)).rows).toEqual([expected]);
    expect(await db.prisma.$queryRawUnsafe(name)).toEqual([expected]);

    const received: string[] = [];
    const ears = await new Promise<ReturnType<typeof listen>>((resolve) => {
      const opened = listen(several, { greeting: (payload) => received.push(payload) }, () => resolve(opened));
    });
    await db.pool.query("select pg_notify('greeting', 'hello')");
    await expect.poll(() => received).toEqual(["hello"]);
    await ears.close();

    const jobs = await openJobQueues(db.jobs, { works: false, onError: () => {} });
    await jobs.close();
    await db.close();
  });
  test("passes over a server that only reads", async () => {
    const name = new URL(readOnly.url).pathname.slice(1);
    const client = new pg.Client({ connectionString: readOnly.url });
    await client.connect();
    await client.query(`alter database ${name} set default_transaction_read_only = on`);
    await client.end();
    const { host } = new URL(readOnly.url);
    const url = overNetwork(readOnly.url).replace(host, `${host},${host}`);
    const db = openDatabase(url);
    await expect(db.pool.query("select 1")).rejects.toThrow(
      /^No database host accepts writes \(127\.0\.0\.1:\d+: read-only; /,
    );
    await db.close();
  });
});

test.each([
  [
    "postgresql://one,two/db?target_session_attrs=standby",
    "target_session_attrs must be one of any, read-write, primary",
  ],
  ["postgresql:///db?host=one,two", "name several hosts as postgresql://one:5432,two:5432/database"],
  ["postgresql://one,two/db?host=/run/postgresql", "name several hosts as postgresql://one:5432,two:5432/database"],
  ["postgresql://user:pa/ss@one/db", "encode special characters of the password"],
  ["mysql://one/db", "must be a postgresql:// address"],
])("%s is refused in one line", (url, message) => {
  expect(() => connectionOptions(url)).toThrow(message);
});
test.each(["postgresql:///db", "postgresql://u:p%40@[::1]:5433/db", "postgres://h/db?sslmode=require"])(
  "%s stays as it is",
  (url) => {
    expect(connectionOptions(url)).toEqual({ connectionString: url });
  },
);
