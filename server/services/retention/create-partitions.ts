import type { App } from "#server/context.ts";
import * as stepPartitions from "#server/store/retention/step-partitions.ts";

/** Creates the partitions that steps of the next days need. */
export async function createPartitions({ db, env, now, log }: Pick<App, "db" | "env" | "now" | "log">): Promise<void> {
  const created = await stepPartitions.createPartitions(db, { retentionDays: env.RETENTION_DAYS, now: now() });
  if (created > 0) log.info({ created }, "partitions of steps created");
}
