import type { App } from "#server/context.ts";
import { findPoisoned, giveUp, takeOver } from "#server/store/execution/execution-leases.ts";

/** An execution fails for good after this many deaths of its process. */
const FATAL_DEATHS = 3;

/**
 * Releases the executions of processes that died. An execution whose process died three times fails, and becomes a dead
 * letter.
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
