import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

/** A fast Postgres for tests, whose data is deleted when it stops. */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), "formulary-test-"));
  await chmod(folder, 0o711); // As root, Postgres runs as another account and must be able to enter.
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
