import pg from "pg";
import { expect, test } from "vitest";
import { anEmptyDatabase } from "#server/testing/database.ts";
import { applyMigrations } from "#server/testing/postgres-setup.ts";
import { migrate } from "./migrate.ts";
import { onDatabase } from "./on-database.ts";

test("a migration waits only shortly for its lock, and tries again", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127100000" });
  const pool = new pg.Pool({ connectionString: url });
  const reader = await pool.connect();
  await reader.query("begin; lock table step_execution in access share mode");
  const migrating = migrate(url);
  const waiting = async () =>
    (await pool.query("select from pg_locks where relation = 'step_execution'::regclass and not granted")).rowCount;
  await expect.poll(waiting).toBe(1);
  await expect.poll(waiting).toBe(0);
  await pool.query(
    "insert into step_execution (execution_id, seq, attempt, step_name, step_type, engine, status, took) values (1, 0, 1, 's', 's', 'v3', 's', 's')",
  );
  await reader.query("commit");
  reader.release();
  expect((await migrating).applied).toBeGreaterThan(5);
  await pool.end();
});

test("a migration that meets a deadlock is repeated, and the other transaction commits", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127173100" });
  const pool = new pg.Pool({ connectionString: url });
  const writer = await pool.connect();
  await writer.query("begin; lock table element_access in row exclusive mode");
  const migrating = migrate(url);
  const waiting = async () =>
    (await pool.query("select from pg_locks where relation = 'element_access'::regclass and not granted")).rowCount;
  await expect.poll(waiting, { interval: 20 }).toBe(1);
  // The migration, which has waited longer, notices the deadlock first, and Postgres cancels that one.
  await writer.query("lock table event_arrival in row exclusive mode");
  await writer.query("commit");
  writer.release();
  expect((await migrating).applied).toBeGreaterThan(0);
  await pool.end();
});

test("a migration that was interrupted creates its index again", async () => {
  const url = await anEmptyDatabase();
  await applyMigrations(url, { before: "20261127100100" });
  const [client, writer] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([client.connect(), writer.connect()]);
  await writer.query("begin; lock table step_execution in row exclusive mode");
  const index = `"step_execution_0_pkey" on step_execution (execution_id, seq, organization_id)`;
  await client.query("set statement_timeout = 200");
  await expect(client.query(`create unique index concurrently ${index}`)).rejects.toThrow("statement timeout");
  await writer.query("rollback");
  await client.query("set statement_timeout = 0");
  // The next one was created, but not recorded.
  await client.query(`create index concurrently "step_execution_0_id_idx" on step_execution (id)`);
  await migrate(url);
  expect((await client.query("select from pg_index where not indisvalid")).rowCount).toBe(0);
  await Promise.all([client.end(), writer.end()]);
});

test("npm run migrate leaves the indexes that the migrations describe", async () => {
  const indexesOf = (address: string) =>
    onDatabase(address, async (client) => {
      const { rows } = await client.query("select indexdef from pg_indexes where schemaname = 'public' order by 1");
      return rows.map(({ indexdef }) => indexdef).filter((text) => !text.includes("_prisma_migrations"));
    });
  const [migrated, described] = [await anEmptyDatabase(), await anEmptyDatabase()];
  await migrate(migrated);
  await applyMigrations(described);
  expect(await indexesOf(migrated)).toEqual(await indexesOf(described));
});
