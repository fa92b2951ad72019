import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { deleteWhenWeEnd } from "./guardian.ts";

/**
 * A fast Postgres for tests, whose data is deleted when it stops, or when this process ends in any way.
 *
 * @param inMemory false for more data than fits in memory
 */
export async function startTemporaryPostgres({ inMemory = true } = {}): Promise<EmbeddedPostgres> {
  const parent = inMemory && (await hasRoom(MEMORY)) ? MEMORY : tmpdir();
  const folder = await mkdtemp(path.join(parent, "formulary-test-"));
  await chmod(folder, 0o711); // As root, Postgres runs as another account and must be able to enter.
  const postgres = await startEmbeddedPostgres(folder, { durable: false });
  const guardian = deleteWhenWeEnd(folder, postgres.pid);
  return {
    ...postgres,
    async stop() {
      await postgres.stop();
      guardian.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A file system in memory: on a disk, making the hundreds of files of a database takes most of the time of a test. */
const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
/** The databases of a whole run, and as much again for what else the machine does. */
const ROOM_BYTES = 4e9;

async function hasRoom(folder: string): Promise<boolean> {
  const system = await statfs(folder).catch(() => undefined);
  return system?.type === TMPFS && Math.min(system.bavail * system.bsize, freemem()) > ROOM_BYTES;
}
