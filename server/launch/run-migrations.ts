import { parseEnv } from "../env.ts";
import { migrate } from "./migrate.ts";

// `npm run migrate`: brings the database at DATABASE_URL up to date. It may run while processes of the version before
// are still there, and before those of the new version start.
try {
  const { DATABASE_URL } = parseEnv(process.env);
  if (!DATABASE_URL) throw new Error("DATABASE_URL is required: the database to migrate.");
  const applied = await migrate(DATABASE_URL);
  console.log(applied === 0 ? "The database is up to date." : `Applied ${applied} migrations.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
