import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";
import { anApp, type TestApp } from "#server/testing/app.ts";
import { isConnectionLost } from "./connection-errors.ts";

let app: TestApp;
beforeAll(async () => {
  app = await anApp();
});
afterAll(() => app.close());

test("statements whose connection the database ends have lost it, by pg and by Prisma", async () => {
  const { pool, prisma } = app.db;
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const adminUrl = Object.assign(new URL(inject("postgresAdminUrl")), { pathname: name }).href;
  const errorOf = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(
      () => "no error",
      (error: unknown) => error,
    );
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

test("an error of a statement is no lost connection", async () => {
  const error = await app.db.prisma.$queryRaw`select 1 / 0`.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(isConnectionLost(error)).toBe(false);
});
