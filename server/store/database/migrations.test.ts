import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDatabase } from "#server/check-database.ts";
import { aDatabase, type TestDatabase } from "#server/testing/database.ts";
import { TEST_KEYS } from "#server/testing/worker-process.ts";
import { listMigrations } from "./applied-migrations.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await aDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe("a process starts", () => {
  const apply = (name: string) =>
    pool.query("insert into _prisma_migrations (migration_name, finished_at) values ($1, now())", [name]);

  test("on a database of a later version that has only added to it", async () => {
    await apply("20990101000000_more_columns");
    await checkDatabase(pool, TEST_KEYS);
  });
  test("not on one that has removed what it needs", async () => {
    await apply("20990101000001_old_columns_contract");
    await expect(checkDatabase(pool, TEST_KEYS)).rejects.toThrow(
      "The database is of a newer version, with which this one cannot work (20990101000001_old_columns_contract): start the newer version.",
    );
    await pool.query("delete from _prisma_migrations where migration_name like '2099%'");
  });
  test("not on one of an earlier version", async () => {
    await pool.query("delete from _prisma_migrations where migration_name = $1", [(await listMigrations()).at(-1)]);
    await expect(checkDatabase(pool, TEST_KEYS)).rejects.toThrow(
      "The database lacks 1 of this version's migrations: run npm run migrate.",
    );
  });
});

/** Migrations from here on keep the processes of the version before running. */
const SINCE = "20261126";
const REMOVES =
  /\bdrop\s+(?:table|column|type|schema|view)\b|\brename\s+column\b|\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i;
const RENAMED = /\balter\s+(?!index\b)\w+\s+(?:if\s+exists\s+)?"?(\w+)"?\s+rename\s+to\b/gi;
const INDEX = /\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?.*?\bon\s+(only\s+)?"?(\w+)"?/gis;

function problemsOf(name: string, sql: string): string[] {
  const text = sql.replaceAll(/--.*$/gm, "");
  const created = new Set(
    [...text.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)].map(([, table]) => table),
  );
  const isOnly = text.split(";").filter((part) => part.trim()).length === 1;
  const locking = [...text.matchAll(INDEX)].filter(
    // On a partitioned table only, it reads nothing.
    ([, isConcurrent, isOnParent, table]) => !isConcurrent && !isOnParent && !created.has(table),
  );
  // A table may become a partition of one that takes its name.
  const isRenamed = [...text.matchAll(RENAMED)].some(([, table]) => !created.has(table));
  return [
    ...((REMOVES.test(text) || isRenamed) && !name.endsWith("_contract")
      ? ["removes something: name it *_contract"]
      : []),
    ...(locking.length > 0 ? ["locks a table: create the index concurrently"] : []),
    ...(/\bconcurrently\b/i.test(text) && !isOnly ? ["concurrently works only as the only statement"] : []),
  ];
}

test.each([
  ["1_a", `ALTER TABLE "t" ADD COLUMN "c" INTEGER NOT NULL DEFAULT 0;`, []],
  ["1_a", `CREATE TABLE "t" ("id" INTEGER); CREATE INDEX "i" ON "t"("id");`, []],
  ["1_a", `CREATE INDEX CONCURRENTLY "i" ON "t"("id");`, []],
  ["1_a", `CREATE INDEX "i" ON "t"("id");`, ["locks a table: create the index concurrently"]],
  ["1_a", `CREATE INDEX "i" ON ONLY "t"("id");`, []],
  ["1_a", `CREATE INDEX CONCURRENTLY "i" ON "t"("id"); SELECT 1;`, ["concurrently works only as the only statement"]],
  ["1_a", `ALTER TABLE "t" DROP COLUMN "c";`, ["removes something: name it *_contract"]],
  ["1_a", `ALTER TABLE "t" RENAME COLUMN "c" TO "d";`, ["removes something: name it *_contract"]],
  ["1_a", `ALTER TABLE "t" RENAME TO "u";`, ["removes something: name it *_contract"]],
  ["1_a", `ALTER TABLE "t" RENAME TO "u"; CREATE TABLE "t" (LIKE "u") PARTITION BY RANGE ("c");`, []],
  ["1_a", `ALTER TABLE "t" RENAME TO "u"; CREATE TABLE "v" ("c" INTEGER);`, ["removes something: name it *_contract"]],
  ["1_a", `ALTER INDEX "i" RENAME TO "j";`, []],
  ["1_a", `ALTER TABLE "t" ALTER COLUMN "c" SET DATA TYPE TEXT;`, ["removes something: name it *_contract"]],
  ["1_a_contract", `ALTER TABLE "t" DROP COLUMN "c";`, []],
])("the rule of migrations: %s %s", (name, sql, problems) => {
  expect(problemsOf(name, sql)).toEqual(problems);
});

test("migrations keep the rule", async () => {
  const folder = path.resolve(import.meta.dirname, "../../../prisma/migrations");
  const names = (await listMigrations()).filter((name) => name >= SINCE);
  const found = names.map(async (name) => {
    const problems = problemsOf(name, await readFile(path.join(folder, name, "migration.sql"), "utf8"));
    return problems.map((problem) => `${name} ${problem}`);
  });
  expect((await Promise.all(found)).flat()).toEqual([]);
});
