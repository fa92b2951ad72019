import { runTool } from "./run-tool.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

// Applies all migrations to an empty database, as an installation does, and compares the result with schema.prisma
// through Prisma. Fails when only one of the two was changed.
const postgres = await startTemporaryPostgres();
const env = { DATABASE_URL: postgres.url };
try {
  await runTool(["prisma", "migrate", "deploy"], { env });
  const schema = ["--to-schema", "prisma/schema.prisma"];
  await runTool(["prisma", "migrate", "diff", "--from-config-datasource", ...schema, "--exit-code"], { env });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
}
