import { statfs } from "node:fs/promises";
import type { Context } from "#server/context.ts";
import { readBacklog } from "#server/store/job/backlog.ts";
import { readDatabaseFacts } from "#server/store/system/database-facts.ts";
import * as processes from "#server/store/system/processes.ts";
import { requireOrganizationAdministrator } from "../account/require-role.ts";
import { HEARTBEAT_MS, VERSION } from "./process-row.ts";

/** A process that misses this many heartbeats is not running any more. */
const MISSED = 3;

/**
 * The state of the installation: processes, background queues, database and disk. It contains nothing of any
 * organization. Refuses everyone but administrators of an organization.
 */
export async function readSystemStatus(ctx: Context) {
  await requireOrganizationAdministrator(ctx, "The system status");
  const { db, env, now } = ctx;
  const [running, queues, { migrations, ...database }, rowSecurity, disk] = await Promise.all([
    processes.list(db.installation),
    readBacklog(db.queries),
    readDatabaseFacts(db.queries),
    db.rowSecurity(),
    readDisk(env.DATA_DIR),
  ]);
  const oldestAlive = now().getTime() - MISSED * HEARTBEAT_MS;
  const [latest] = migrations;
  return {
    version: VERSION,
    processes: running.map(({ id, kind, version, host, startedAt, seenAt }) => ({
      ...{ id, kind, version, host },
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isAlive: seenAt.getTime() >= oldestAlive,
    })),
    queues,
    database: {
      ...database,
      hasRowSecurity: rowSecurity.missing === null,
      migrations: migrations.length,
      latestMigration: latest ? { name: latest.name, appliedAt: latest.appliedAt.toISOString() } : null,
    },
    disk,
  };
}

/** The disk of bulk files; null if they are stored elsewhere. */
async function readDisk(folder: string | undefined): Promise<{ bytes: number; freeBytes: number } | null> {
  if (folder === undefined) return null;
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return { bytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}
