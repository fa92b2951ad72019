import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "#server/launch/on-database.ts";
import { aDatabase, type TestDatabase } from "./database.ts";

let database: TestDatabase;
let other: TestDatabase;
beforeAll(async () => {
  [database, other] = await Promise.all([aDatabase(), aDatabase()]);
});
afterAll(() => Promise.all([database.drop(), other.drop()]));

async function query(url: string, statement: string): Promise<unknown[]> {
  return onDatabase(url, async (client) => (await client.query(statement)).rows);
}

test("a test database has the schema and no rows", async () => {
  expect(await query(database.url, "select * from execution")).toEqual([]);
});

test("ids of executions come one by one", async () => {
  const [first, second] = await query(
    database.url,
    "select nextval('execution_id_seq')::int as id from generate_series(1, 2)",
  );
  expect([first, second]).toEqual([{ id: 1 }, { id: 2 }]);
});

test("tests do not see rows of other tests", async () => {
  await query(database.url, "insert into runner values (gen_random_uuid(), 'worker', now())");
  expect(await query(other.url, "select * from runner")).toEqual([]);
});
