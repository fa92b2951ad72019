import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { executionIds } from "./executions.ts";

let database: TestDatabase;
let pool: pg.Pool;
let queries = 0;
beforeAll(async () => {
  database = await aDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  const send = pool.query.bind(pool);
  Object.assign(pool, {
    query: (...query: unknown[]) => {
      queries++;
      return (send as (...query: unknown[]) => unknown)(...query);
    },
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("ids of several processes rise with time, one by one where little runs", async () => {
  const [one, other] = [executionIds(pool), executionIds(pool)];
  const ids: number[] = [];
  for (const nextId of [one, other, one, one, other, one]) {
    ids.push(await nextId());
    await pause(150);
  }
  const [first = 0] = ids;
  expect(ids).toEqual(ids.map((_, at) => first + at));
});

test("fetches ids in blocks under load, each used once", async () => {
  const nextId = executionIds(pool);
  queries = 0;
  const ids: number[] = [];
  for (let round = 0; round < 20; round++) ids.push(...(await Promise.all(Array.from({ length: 50 }, nextId))));
  expect(new Set(ids).size).toBe(1000);
  expect(queries).toBeLessThan(60);
});
