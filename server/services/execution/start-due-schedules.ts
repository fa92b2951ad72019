import type { App } from "#server/context.ts";
import { type Cron, nextAfter, parseCron } from "#server/formula/cron.ts";
import { scheduled } from "#server/formula/triggers/scheduled.ts";
import { advance, type DueSchedule, findDue } from "#server/store/schedule/due-schedules.ts";
import { blockingReason } from "./blocking-reason.ts";

/** A run that starts this much later than scheduled reports the delay. */
const LATE_MS = 60_000;
const MANY = 10_000;

/**
 * Starts schedules that are due by the database's clock, all times UTC. The due time is the execution's cause, so that
 * it starts once, however many workers check; the schedule advances only after the execution is stored. Of several
 * missed times only the last is run.
 */
export async function startDueSchedules(app: App): Promise<void> {
  const { due, now } = await findDue(app.db.pool);
  await Promise.all(due.map((schedule) => startSchedule(app, schedule, now)));
}

async function startSchedule(app: App, schedule: DueSchedule, now: Date): Promise<void> {
  const cron = parseCron(schedule.cron);
  const dueAt = lastDue(cron, schedule.nextRunAt, now);
  const { formulaInstanceId } = schedule;
  const executionId =
    formulaInstanceId === null ? null : await startFormula(app, { ...schedule, formulaInstanceId }, { dueAt, now });
  const isRun = formulaInstanceId === null || executionId !== null;
  const run = isRun ? { dueAt, executionId } : null;
  await advance(app.db.pool, schedule, { next: nextAfter(cron, now), lastRunAt: dueAt, run });
}

/** Null if it may no longer be started. */
async function startFormula(
  app: App,
  { organizationId, formulaInstanceId }: { organizationId: number; formulaInstanceId: number },
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<number | null> {
  const runnable = await app.db.findRunnable({ organizationId, formulaInstanceId });
  if (!runnable || blockingReason(runnable) !== null) return null;
  return app.engine.acceptOrFind({
    runnable,
    trigger: scheduled.context({}),
    triggerType: scheduled.type,
    cause: `cron:${dueAt.toISOString()}`,
    late: now.getTime() - dueAt.getTime() > LATE_MS,
  });
}

/** The latest due time that has passed, beginning with the recorded one. */
function lastDue(cron: Cron, noted: Date, now: Date): Date {
  let last = noted;
  for (let missed = 0; missed < MANY; missed++) {
    const next = nextAfter(cron, last);
    if (!next || next > now) break;
    last = next;
  }
  return last;
}
