import { afterAll, beforeAll, expect, test } from "vitest";
import { type DemoDatabase, makeDemoDatabase } from "./demo-database.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { onDatabase } from "./on-database.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

let postgres: EmbeddedPostgres;
let demo: DemoDatabase;
beforeAll(async () => {
  postgres = await startTemporaryPostgres();
  demo = await makeDemoDatabase(postgres.adminUrl);
});
afterAll(() => postgres.stop());

/** Runs one statement as the role that the demo connections use. */
async function asDemo(statement: string, database = demo.name) {
  const { host, user, password } = demo;
  const connectionString = `postgresql://${user}:${password}@${host}/${database}`;
  return onDatabase(connectionString, async (client) => (await client.query(statement)).rows);
}

test("rows are read and written", async () => {
  expect(await asDemo('select count(*)::int as customers from "Customers"')).toEqual([{ customers: 120 }]);
  await asDemo(`insert into "Orders" values (900, 1, 'open', 'due', 1)`);
  await asDemo('update "Orders" set "total" = 2 where "Id" = 900');
  expect(await asDemo('delete from "Orders" where "Id" = 900 returning "total"')).toEqual([{ total: "2" }]);
});

test.each([
  'drop table "Customers"',
  "create table mine (id int)",
  "create temporary table mine (id int)",
  "create database mine",
  "create role mine",
  "select pg_read_file('postgresql.conf')",
  "copy (select 1) to program 'true'",
])("nothing else is allowed: %s", async (statement) => {
  await expect(asDemo(statement)).rejects.toMatchObject({ code: "42501" });
});

test.each(["formulary", "postgres", "template1"])("the database %s cannot be entered", async (database) => {
  await expect(asDemo("select 1", database)).rejects.toThrow(/permission denied for database/);
});

test("the next start finds it, and restores deleted rows", async () => {
  await asDemo('delete from "Customers" where "Id" = 1');
  expect(await makeDemoDatabase(postgres.adminUrl)).toEqual(demo);
  expect(await asDemo('select "Id" from "Customers" where "Id" = 1')).toHaveLength(1);
});
