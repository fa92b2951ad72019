import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { isConnectionLost, isContended } from "./connection-errors.ts";
import { openDatabase } from "./store/open-database.ts";

let app: TestApp;
beforeAll(async () => {
  app = await anApp();
});
afterAll(() => app.close());

const errorOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => "no error",
    (error: unknown) => error,
  );

test("statements whose connection the database ends have lost it, by pg and by Prisma", async () => {
  const { pool, prisma } = app.db;
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const adminUrl = Object.assign(new URL(inject("postgresAdminUrl")), { pathname: name }).href;
  await onDatabase(adminUrl, async (client) => {
    await client.query("begin");
    await client.query("lock table formula");
    const pending = Object.entries({
      pg: errorOf(pool.query("select from formula")),
      raw: errorOf(prisma.$queryRaw`select 1 from formula`),
      list: errorOf(prisma.formula.findMany()),
      transaction: errorOf(prisma.$transaction((tx) => tx.formula.findMany())),
    });
    const waiting = "select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";
    // A transaction sees the activity of its beginning.
    await onDatabase(adminUrl, async (observer) => {
      await expect.poll(async () => (await observer.query(waiting, [name])).rows.length).toBe(pending.length);
      await observer.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`, [name]);
    });
    for (const [kind, error] of pending) {
      const found = await error;
      expect([kind, isConnectionLost(found), found]).toEqual([kind, true, expect.any(Error)]);
    }
  });
});

test("a transaction that went silent has lost its connection", async () => {
  const client = await app.db.pool.connect();
  const lost = new Promise<Error>((resolve) => client.once("error", resolve));
  await client.query("set idle_in_transaction_session_timeout = 1");
  await client.query("begin");
  const error = await lost;
  client.release(error);
  expect(error).toMatchObject({ code: "25P03" });
  expect(isConnectionLost(error)).toBe(true);
});

test("a database whose socket is not there is unreachable, by pg and by Prisma", async () => {
  const db = openDatabase("postgresql://nobody@127.0.0.1/none?host=/nowhere");
  const statements = [() => db.pool.query("select 1"), () => db.prisma.formula.findMany()];
  for (const run of statements) expect(isConnectionLost(await errorOf(run()))).toBe(true);
  await db.close();
});

test("an error that only speaks of connecting is not that of a database", () => {
  expect(isConnectionLost(new Error("Cannot connect element instance 7."))).toBe(false);
});

test("a lock that is not free in time, by pg and by Prisma, is contended", async () => {
  const holder = await app.db.pool.connect();
  await holder.query("begin");
  await holder.query("lock table formula");
  const waiter = await app.db.pool.connect();
  await waiter.query("set lock_timeout = 1");
  const errors = {
    pg: await errorOf(waiter.query("select from formula")),
    prisma: await errorOf(
      app.db.prisma.$transaction(async (tx) => {
        await tx.$executeRaw`set local lock_timeout = 1`;
        await tx.formula.findMany();
      }),
    ),
  };
  await holder.query("rollback");
  holder.release();
  waiter.release(true);
  for (const [kind, error] of Object.entries(errors))
    expect([kind, isContended(error), isConnectionLost(error), error]).toEqual([kind, true, false, expect.any(Error)]);
});

test("a deadlock is contended", async () => {
  const [one, other] = [await app.db.pool.connect(), await app.db.pool.connect()];
  for (const client of [one, other]) await client.query("begin");
  await one.query("lock table formula");
  await other.query("lock table element");
  const errors = await Promise.all([
    errorOf(one.query("lock table element").then(() => one.query("rollback"))),
    errorOf(other.query("lock table formula").then(() => other.query("rollback"))),
  ]);
  one.release(true);
  other.release(true);
  expect(errors.filter(isContended)).toHaveLength(1);
});

test("an error of a statement is neither", async () => {
  const error = await app.db.prisma.$queryRaw`select 1 / 0`.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(isConnectionLost(error) || isContended(error)).toBe(false);
});
