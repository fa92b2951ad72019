import { parseEnv } from "../env.ts";
import { pluralize } from "../pluralize.ts";
import { migrate } from "./migrate.ts";

// `npm run migrate`: applies pending migrations to the database at DATABASE_DIRECT_URL or DATABASE_URL. It may run while processes of the
// previous version are still running, and before those of the new version start.
try {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = parseEnv(process.env);
  if (!DATABASE_URL) throw new Error("DATABASE_URL is required: the database to migrate.");
  const { applied, rowSecurity } = await migrate(DATABASE_DIRECT_URL ?? DATABASE_URL);
  console.log(applied === 0 ? "The database is up to date." : `Applied ${pluralize(applied, "migration")}.`);
  if (rowSecurity.missing !== null) console.log(`Row-level security does not apply yet. ${rowSecurity.missing}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
