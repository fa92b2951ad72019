import type { App } from "#server/context.ts";
import * as retention from "#server/store/retention.ts";

const DAY_MS = 86_400_000;
const IDEMPOTENCY_MS = DAY_MS;

/** Deletes what is past its time: ended executions with their steps, notifications, kept answers, sessions. */
export async function sweepRetention({ db, env, now, log }: Pick<App, "db" | "env" | "now" | "log">): Promise<void> {
  const today = now().getTime();
  const before = new Date(today - env.RETENTION_DAYS * DAY_MS);
  const executions = await retention.deleteExecutions(db.pool, before);
  await retention.deleteRest(db.pool, { before, idempotentBefore: new Date(today - IDEMPOTENCY_MS), now: now() });
  log.info({ executions, before }, "retention swept");
}
