import { afterAll, beforeAll, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type DatabaseOptions, openDatabase } from "../open-database.ts";
import { plannedOnce } from "./planned-once.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});
afterAll(() => database.drop());

const LIST = "select from usage where organization_id = $1";

/** Runs statements on one connection; returns the names, and how often each was planned for any values and for its own. */
async function plansAfter(statements: Parameters<typeof plannedOnce>[], options: DatabaseOptions = {}) {
  const db = openDatabase(database.url, { ...options, queries: { max: 1 } });
  for (const [text, values] of statements) await db.queries.query(plannedOnce(text, values));
  const { rows } = await db.queries.query(
    "select name, generic_plans::int as once, custom_plans::int as each from pg_prepared_statements",
  );
  const { rows: settings } = await db.queries.query(
    "select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as seqscan",
  );
  await db.close();
  return { plans: rows, settings: settings[0] };
}

test("a statement is planned once for each connection, whatever its values", async () => {
  const { plans } = await plansAfter([1, 2, 3].map((organizationId) => [LIST, [organizationId]]));
  expect(plans).toEqual([{ name: plannedOnce(LIST, []).name, once: 3, each: 0 }]);
});

test("the settings for its plan end with it", async () => {
  expect((await plansAfter([[LIST, [1]]])).settings).toEqual({ plans: "auto", seqscan: "on" });
});

test("its rows are those of the statement", async () => {
  const db = openDatabase(database.url);
  const { rows, rowCount } = await db.queries.query(plannedOnce("select n from generate_series(1, $1::int) n", [3]));
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(rowCount).toBe(3);
  await db.close();
});

test("its error is that of the statement, and the connection stays usable", async () => {
  const db = openDatabase(database.url, { queries: { max: 1 } });
  await expect(db.queries.query(plannedOnce("select 1 / $1::int as n", [0]))).rejects.toThrow("division by zero");
  expect((await db.queries.query(plannedOnce("select 1 / $1::int as n", [1]))).rows).toEqual([{ n: 1 }]);
  await db.close();
});

test("a connection keeps a hundred plans, however many filters are combined", async () => {
  const { plans } = await plansAfter(Array.from({ length: 105 }, (_, n) => [`${LIST} and status > ${n}`, [1]]));
  expect(plans).toHaveLength(100);
});

test("without named statements, behind a pooler, it is planned for each call", async () => {
  expect((await plansAfter([[LIST, [1]]], { pooler: "transaction" })).plans).toEqual([]);
});
