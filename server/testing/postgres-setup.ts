import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import type { EmbeddedPostgres } from "../launch/embedded-postgres.ts";
import { startTemporaryPostgres } from "../launch/temporary-postgres.ts";
import { applyRowSecurity } from "../store/database/tenant-policies.ts";
import { indexPartitions } from "../store/retention/partition-indexes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server of this test run, as its superuser; its database `template` has the schema and no rows. */
    postgresAdminUrl: string;
    /** The same server as the role of the product, which owns `template` and cannot create databases. */
    postgresUrl: string;
  }
}

const MIGRATIONS = path.resolve(import.meta.dirname, "../../prisma/migrations");

/** Vitest's global setup: one Postgres for the run, deleted with its data when the run ends or is killed. */
export default async function startPostgresForTests(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTemporaryPostgres();
  await makeTemplate(postgres);
  project.provide("postgresAdminUrl", postgres.adminUrl);
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}

async function makeTemplate({ adminUrl, url }: EmbeddedPostgres): Promise<void> {
  const server = new pg.Client({ connectionString: adminUrl });
  await server.connect();
  await server.query(`create database template owner ${new URL(url).username}`);
  await server.end();
  await applyMigrations(Object.assign(new URL(url), { pathname: "template" }).href);
}

/**
 * Creates the product's schema in an empty database by the SQL of the migrations rather than Prisma's command, which
 * takes two seconds; `npm run drift` tests the command. With `before`, only those of earlier versions, and no policies.
 */
export async function applyMigrations(url: string, { before = "" } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = (await readdir(MIGRATIONS, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => before === "" || name < before)
    .sort();
  for (const name of names) {
    await client.query(await readFile(path.join(MIGRATIONS, name, "migration.sql"), "utf8"));
  }
  // The same records that Prisma's command writes, since processes check them.
  await client.query(
    `create table _prisma_migrations (id text, checksum text, migration_name text not null, finished_at timestamptz,
       rolled_back_at timestamptz, applied_steps_count integer)`,
  );
  await client.query(
    "insert into _prisma_migrations (migration_name, finished_at) select name, now() from unnest($1::text[]) as name",
    [names],
  );
  if (before === "") {
    await indexPartitions(client);
    await applyRowSecurity(client);
  }
  await client.end();
}
