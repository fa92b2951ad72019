import { setImmediate as yieldTurn } from "node:timers/promises";
import { migrate } from "#server/launch/migrate.ts";

/** How often the work is done after the migration. */
const TIMES_AFTER = 20;

/** Migrates a database while a process of the version before repeats its work, which it does some times more afterwards. */
export async function whileMigrating(url: string, work: () => Promise<unknown>): Promise<{ applied: number }> {
  let isMigrated = false;
  const working = (async () => {
    for (let after = 0; after < TIMES_AFTER; after += isMigrated ? 1 : 0) {
      await work();
      await yieldTurn();
    }
  })();
  const { applied } = await migrate(url);
  isMigrated = true;
  await working;
  return { applied };
}
