import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";
import { onDatabase } from "./on-database.ts";

let folder: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "formulary-test-"));
  chmodSync(folder, 0o711);
  postgres = await startEmbeddedPostgres(folder, { durable: false });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  return onDatabase(url, async (client) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  });
}

async function useQueue(url: string) {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  // Its pool may still be closing when the server stops.
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue("greetings", { partition: true });
  await boss.send("greetings", { text: "hello" });
  const jobs = await boss.fetch("greetings");
  await boss.stop({ graceful: false });
  return jobs.length;
}

test("the product is no superuser and can make neither databases nor roles", async () => {
  const [role] = await run(postgres.url, "select * from pg_roles where rolname = current_user");
  expect(role).toMatchObject({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
  });
  const above = "select roleid::regrole::text as role from pg_auth_members where member = current_user::regrole";
  expect(await run(postgres.url, above)).toEqual([{ role: "formulary_app_tenant" }]);
});

test.each([
  "select rolpassword from pg_authid",
  "copy (select 1) to program 'true'",
  "create temporary table output (line text); copy output from program 'id'",
  "select pg_read_file('postgresql.conf')",
  "alter system set fsync = off",
  "create database mine",
  "create role mine",
  "set session authorization formulary",
  "alter role current_user superuser",
])("the server refuses the product: %s", async (statement) => {
  await expect(run(postgres.url, statement)).rejects.toMatchObject({ code: "42501" });
});

test("the password of the superuser is another", () => {
  const passwordOf = (url: string) => new URL(url).password;
  expect(passwordOf(postgres.url)).not.toBe(passwordOf(postgres.adminUrl));
});

test("data of a version whose product was the superuser opens, and all of it is the product's", async () => {
  const asBefore = Object.assign(new URL(postgres.adminUrl), { pathname: "formulary" }).href;
  await run(
    postgres.adminUrl,
    "drop database formulary with (force)",
    "drop role formulary_app",
    "create database formulary",
  );
  await migrate(asBefore);
  expect(await useQueue(asBefore)).toBe(1);
  await run(
    asBefore,
    "create schema other",
    "create table other.numbered (id serial primary key, no int generated always as identity, at date) partition by range (id)",
    "create table other.part partition of other.numbered for values from (1) to (1000)",
    "insert into other.numbered (at) values (now())",
    "create view other.looked_at as select * from other.numbered",
    "create materialized view other.counted as select count(*) from other.numbered",
    `create type other."odd Name" as enum ('a')`,
    "create type other.pair as (a int, b int)",
    "create type other.span as range (subtype = int4)",
    "create domain other.positive as int check (value > 0)",
    "create function other.twice(n int, variadic rest text[]) returns int language sql as 'select n * 2'",
    "create procedure other.nothing() language sql as ''",
    "create aggregate other.total(int) (sfunc = int4pl, stype = int)",
    "create sequence other.free",
  );
  await postgres.stop();

  const startedAt = performance.now();
  postgres = await startEmbeddedPostgres(folder, { durable: false });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  expect(await run(postgres.url, NOT_OURS)).toEqual([]);
  expect(await run(postgres.url, "select id from other.looked_at")).toEqual([{ id: 1 }]);
  await run(postgres.url, "alter table execution add column probe int", "drop schema other cascade");
  expect(await useQueue(postgres.url)).toBe(1);
  expect(await run(postgres.url, "select name from pgboss.queue where name = 'greetings'")).toHaveLength(1);
});

/** Reads Postgres's own catalog: all objects that have an owner and were created after the server. */
const NOT_OURS = `
  select 'database' as kind, datname::text as name from pg_database
  where datname = current_database() and datdba <> current_user::regrole
  union all select 'schema', nspname from pg_namespace
  where nspowner <> current_user::regrole and oid >= 16384
  union all select 'relation', oid::regclass::text from pg_class
  where relowner <> current_user::regrole and oid >= 16384 and relnamespace <> 'pg_toast'::regnamespace
  union all select 'routine', oid::regprocedure::text from pg_proc
  where proowner <> current_user::regrole and oid >= 16384
  union all select 'type', oid::regtype::text from pg_type
  where typowner <> current_user::regrole and oid >= 16384 and typnamespace <> 'pg_toast'::regnamespace
  union all select 'extension', extname from pg_extension where extowner <> current_user::regrole and oid >= 16384
  union all select 'trigger', evtname from pg_event_trigger
  union all select 'statistics', stxname from pg_statistic_ext where stxowner <> current_user::regrole`;
