import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "../env.ts";
import { lockDataFolder } from "./data-folder-lock.ts";
import { postgresHome } from "./postgres-home.ts";
import { ROOT, runTool } from "./run-tool.ts";

// `npm run db:reset`: deletes all data of this checkout; the next start creates it from scratch. With DATABASE_URL,
// empties that database.
const { DATABASE_URL, DATA_DIR } = parseEnv(process.env);
const folder = path.resolve(ROOT, DATA_DIR);
try {
  if (existsSync(folder)) lockDataFolder(folder);
  if (DATABASE_URL) await runTool(["prisma", "migrate", "reset", "--force"], { env: { DATABASE_URL } });
  else rmSync(postgresHome(path.join(folder, "postgres")).folder, { recursive: true, force: true });
  console.log("The database is empty. The next start creates the demo organization again.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
