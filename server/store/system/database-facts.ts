import type pg from "pg";

export type DatabaseFacts = {
  version: string;
  bytes: number;
  connections: number;
  maxConnections: number;
  /** The names of the applied migrations, the last one first. */
  migrations: { name: string; appliedAt: Date }[];
  /** The largest tables with their partitions and indexes. */
  tables: { name: string; bytes: number; rows: number }[];
};

const TABLES = 8;

/** Reads the size and state of the database; nothing of any organization. */
export async function readDatabaseFacts(pool: pg.Pool): Promise<DatabaseFacts> {
  const [server, migrations, tables] = await Promise.all([
    pool.query<Omit<DatabaseFacts, "migrations" | "tables">>(
      `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
         (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
         current_setting('max_connections')::int as "maxConnections"`,
    ),
    pool.query<{ name: string; appliedAt: Date }>(
      `select migration_name as name, finished_at as "appliedAt" from _prisma_migrations
       where finished_at is not null order by migration_name desc`,
    ),
    pool.query<{ name: string; bytes: number; rows: number }>(
      `select t.relname as name, sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(greatest(c.reltuples, 0))::float8 as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_class t on t.oid = coalesce(pg_partition_root(c.oid), c.oid)
       where n.nspname = current_schema() and c.relkind = 'r' group by t.oid, t.relname order by bytes desc limit ${TABLES}`,
    ),
  ]);
  const [facts] = server.rows;
  if (!facts) throw new Error("The database says nothing about itself.");
  return { ...facts, migrations: migrations.rows, tables: tables.rows };
}
