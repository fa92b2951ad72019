import type { App } from "#server/context.ts";
import { findPoisoned, giveUp, takeOver } from "#server/store/execution/execution-leases.ts";

/** An execution that was under way in this many deaths of its process is given up. */
const FATAL_DEATHS = 3;

/**
 * Frees the executions of processes that died. One that died with its process three times ends as failed, in the dead
 * letters.
 */
export async function takeOverExecutions({ db, log }: Pick<App, "db" | "log">): Promise<void> {
  const freed = await takeOver(db.pool);
  if (freed > 0) log.warn({ freed }, "took over executions of a process that died");
  const poisoned = await findPoisoned(db.pool);
  for (const { id, leaseEpoch, deaths } of poisoned) {
    if (deaths < FATAL_DEATHS) continue;
    const reason = `The execution stopped the engine ${deaths} times and was given up.`;
    if (await giveUp(db.pool, { executionId: id, leaseEpoch, reason })) log.error({ executionId: id }, reason);
  }
}
