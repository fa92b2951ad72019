import type { App } from "#server/context.ts";
import * as partitions from "#server/store/retention/partitions.ts";

/** Creates the partitions that rows of the next days need. */
export async function createPartitions({ db, env, now, log }: Pick<App, "db" | "env" | "now" | "log">): Promise<void> {
  const created = await partitions.createPartitions(db, { periods: env, now: now() });
  if (created > 0) log.info({ created }, "partitions created");
}
