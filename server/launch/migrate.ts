import pg from "pg";
import { listMigrations, missingMigrations } from "../store/database/applied-migrations.ts";
import { connectionOptions, primaryUrl } from "../store/database/connection-options.ts";
import { runTool } from "./run-tool.ts";

/**
 * Applies pending migrations; creates the database if it is missing. Resolves with the number of applied migrations.
 */
export async function migrate(url: string, signal?: AbortSignal): Promise<number> {
  const missing = await missingAt(url);
  // Prisma's command takes two seconds even when there is nothing to do.
  if (missing.length === 0) return 0;
  await runTool(["prisma", "migrate", "deploy"], {
    env: { DATABASE_URL: await primaryUrl(url) },
    ...(signal && { signal }),
  });
  return missing.length;
}

async function missingAt(url: string): Promise<string[]> {
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return await missingMigrations(client);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === NO_DATABASE) return listMigrations();
    throw new Error(`The database at DATABASE_URL does not answer: ${message || code}`);
  } finally {
    await client.end().catch(() => {});
  }
}

const NO_DATABASE = "3D000";
