import { checkDatabase } from "../check-database.ts";
import { type Env, parseEnv } from "../env.ts";
import { type Database, openDatabase } from "../store/open-database.ts";

type World = { db: Database; env: Env & { ENCRYPTION_KEYS: string } };

/** Runs a command of an operator with the database of the installation, and closes it. */
export async function onCheckedDatabase<Result>(name: string, act: (world: World) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL, ENCRYPTION_KEYS, ...env } = parseEnv(process.env);
  if (!DATABASE_URL) throw new Error("DATABASE_URL is required: the database that npm run web uses.");
  if (!ENCRYPTION_KEYS) throw new Error("ENCRYPTION_KEYS is required: the keys that npm run web uses.");
  const db = openDatabase(env.DATABASE_DIRECT_URL ?? DATABASE_URL, { name });
  try {
    await checkDatabase(db.pool, ENCRYPTION_KEYS);
    return await act({ db, env: { ...env, DATABASE_URL, ENCRYPTION_KEYS } });
  } finally {
    await db.close();
  }
}
