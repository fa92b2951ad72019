import { readdir } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { CHECKOUT } from "#server/checkout.ts";

export const MIGRATIONS_FOLDER = path.join(CHECKOUT, "prisma/migrations");
const NO_TABLE = "42P01";

/** Lists the migrations of this version, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Lists the migrations that are not yet applied to the database. */
export const missingMigrations = async (client: Pick<pg.ClientBase, "query">): Promise<string[]> =>
  (await compareMigrations(client)).missing;

/**
 * The migrations that the database lacks, and those of later versions after which processes of this version cannot
 * work: their names end with `_contract`. All other migrations only add to the schema.
 */
export async function compareMigrations(
  client: Pick<pg.ClientBase, "query">,
): Promise<{ missing: string[]; unsupported: string[] }> {
  const [applied, own] = [await appliedMigrations(client), await listMigrations()];
  return {
    missing: own.filter((name) => !applied.has(name)),
    unsupported: [...applied].filter((name) => name.endsWith("_contract") && !own.includes(name)),
  };
}

async function appliedMigrations(client: Pick<pg.ClientBase, "query">): Promise<Set<string>> {
  try {
    const { rows } = await client.query<{ name: string }>(
      "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if ((error as { code?: string }).code === NO_TABLE) return new Set();
    throw error;
  }
}
