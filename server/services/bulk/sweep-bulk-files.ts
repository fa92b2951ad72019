import type { App } from "#server/context.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";

const DAY_MS = 86_400_000;
const BATCH = 100;

/** Deletes the files of bulk jobs that ended long ago. Failures are logged and retried. */
export async function sweepBulkFiles({ db, env, files, now, log }: Pick<App, "db" | "env" | "files" | "now" | "log">) {
  const before = new Date(now().getTime() - env.BULK_FILE_DAYS * DAY_MS);
  for (;;) {
    const expired = await bulkJobs.listExpired(db.pool, before, BATCH);
    let deleted = 0;
    for (const job of expired) {
      try {
        await files.removeFolder(job.folder);
        await bulkJobs.markDeleted(db.pool, job);
        deleted++;
      } catch (error) {
        log.warn({ bulkJobId: job.id, err: error }, "files of bulk job not deleted");
      }
    }
    if (deleted < BATCH) return;
  }
}
