import { readdir } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { connectionOptions, primaryUrl } from "../store/connection-options.ts";
import { ROOT, runTool } from "./run-tool.ts";

/** Applies the migrations that the database lacks; makes the database itself when it is missing. */
export async function migrate(url: string, signal?: AbortSignal): Promise<void> {
  const entries = await readdir(path.join(ROOT, "prisma/migrations"), { withFileTypes: true });
  const wanted = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const applied = await appliedMigrations(url);
  // Prisma's command takes two seconds even when there is nothing to do.
  if (wanted.every((name) => applied.has(name))) return;
  await runTool(["prisma", "migrate", "deploy"], {
    env: { DATABASE_URL: await primaryUrl(url) },
    ...(signal && { signal }),
  });
}

async function appliedMigrations(url: string): Promise<Set<string>> {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    const isNew = ["42P01", "3D000"].includes((error as { code?: string }).code ?? "");
    if (isNew) return new Set();
    throw new Error(`The database at DATABASE_URL does not answer: ${(error as Error).message}`);
  } finally {
    await client.end().catch(() => {});
  }
}
