import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { MIGRATIONS_FOLDER, missingMigrations } from "../store/database/applied-migrations.ts";
import { type ConnectionOptions, connectionOptions } from "../store/database/connection-options.ts";
import { applyRowSecurity, type RowSecurity } from "../store/database/tenant-policies.ts";
import { indexPartitions } from "../store/retention/partition-indexes.ts";

const NO_DATABASE = "3D000";
/** The lock of Prisma's own command, so that the two exclude each other. */
const LOCK = 72_707_369;
/** All writers of a table wait while a change waits for its lock: it rather tries again. */
const LOCK_SECONDS = 3;
const ATTEMPTS = 10;
const PAUSE_MS = 2000;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK_DETECTED = "40P01";

/** Prisma's table, which `prisma migrate` reads and writes as well. */
const TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/** The number of applied migrations, and whether callers are held to their organization. */
export type Migrated = { applied: number; rowSecurity: RowSecurity };

/**
 * Applies pending migrations, and the policies of the tables; creates the database if it is missing. Each is applied completely or not at all. Several callers at the same time apply each migration once.
 */
export async function migrate(url: string, signal?: AbortSignal): Promise<Migrated> {
  const client = await connect(connectionOptions(url));
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    if ((await client.query("select to_regclass('_prisma_migrations') as id")).rows[0].id === null)
      await client.query(TABLE);
    const missing = await missingMigrations(client);
    await indexPartitions(client);
    for (const name of missing) {
      signal?.throwIfAborted();
      await apply(client, name);
      // The next one may drop an index that this one replaces.
      await indexPartitions(client);
    }
    return { applied: missing.length, rowSecurity: await applyRowSecurity(client) };
  } finally {
    await client.end().catch(() => {});
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(path.join(MIGRATIONS_FOLDER, name, "migration.sql"), "utf8");
  const values = [randomUUID(), createHash("sha256").update(sql).digest("hex"), name];
  const record = `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    values ($1, $2, $3, now(), 1)`;
  // An index that is created or dropped concurrently cannot be part of a transaction; it is the only statement of its migration.
  const isTransaction = !/\bconcurrently\b/i.test(sql);
  for (let attempt = 1; ; attempt++) {
    try {
      if (isTransaction) await client.query(`begin; set local lock_timeout = '${LOCK_SECONDS}s'`);
      if (isTransaction || (await isIndexMissing(client, sql))) await client.query(sql);
      await client.query(record, values);
      if (isTransaction) await client.query("commit");
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (isTransaction) await client.query("rollback").catch(() => {});
      const isLocked = code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED;
      if (!isTransaction || !isLocked || attempt === ATTEMPTS)
        throw new Error(`The migration ${name} failed, and is not applied: ${message}`);
      await pause(PAUSE_MS);
    }
  }
}

/** A migration that was interrupted may have created its index, or left an invalid one, which is removed. */
async function isIndexMissing(client: pg.Client, sql: string): Promise<boolean> {
  const [, name] = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+"?(\w+)"?/i.exec(sql) ?? [];
  if (name === undefined) return true;
  const { rows } = await client.query<{ isValid: boolean }>(
    `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)`,
    [pg.escapeIdentifier(name)],
  );
  const [found] = rows;
  if (found && !found.isValid) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
  return !found?.isValid;
}

async function connect(options: ConnectionOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...options, application_name: "formulary: migrate", connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    if (code !== NO_DATABASE || client.database === "postgres")
      throw new Error(`The database at DATABASE_URL does not answer: ${message || code}`);
    await createDatabase(options, client);
    return connect(options);
  }
}

async function createDatabase(options: ConnectionOptions, { host, port, user, password, database = "" }: pg.Client) {
  const { ssl, stream } = options;
  const others = { host, port, user, password, ...(ssl !== undefined && { ssl }), ...(stream && { stream }) };
  const server = await connect({ ...others, database: "postgres" } as ConnectionOptions);
  try {
    await server.query(`create database ${pg.escapeIdentifier(database)}`);
  } finally {
    await server.end();
  }
}
