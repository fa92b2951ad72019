import type { App } from "#server/context.ts";
import * as deadLetters from "#server/store/job/dead-letters.ts";

/**
 * Records a job whose last attempt has failed, so that people see it and can run it again. Once for each job. Work
 * without an organization is only logged.
 */
export async function keepDeadLetter(
  { db, log }: Pick<App, "db" | "log">,
  { queue, jobId, reason, payload }: { queue: string; jobId: string; reason: string; payload: object },
): Promise<void> {
  log.error({ queue, jobId, reason }, "a job was given up");
  const { organizationId, accountId } = payload as { organizationId?: number; accountId?: number };
  if (organizationId === undefined) return;
  await deadLetters.insert(db.pool, {
    organizationId,
    accountId: accountId ?? null,
    kind: queue,
    jobId,
    reason,
    payload,
  });
}
