import type { App } from "#server/context.ts";
import { readUnreadEvents } from "#server/services/event/read-unread-events.ts";
import { startLateFormulas } from "#server/services/event/start-formulas.ts";
import { notifyFailure } from "#server/services/execution/notify-failure.ts";
import { startDueSchedules } from "#server/services/execution/start-due-schedules.ts";
import { takeOverExecutions } from "#server/services/execution/take-over-executions.ts";
import { makeDueCalls } from "#server/services/job/make-due-calls.ts";
import { pollDue } from "#server/services/poller/poll-due.ts";
import { wakeDeliveries } from "#server/store/delivery-queue.ts";
import { cancelOrphans, findStalledQueues, promoteQueued, wakeRetries } from "#server/store/execution-queue.ts";
import { findUnnotified } from "#server/store/unnotified-failures.ts";
import type { Duty } from "./clock.ts";

/** What a worker does by the clock. Any number of workers may do it at once. */
export function duties(app: App): Duty[] {
  const { pool } = app.db;
  const promote = (instances: number[]) => Promise.all(instances.map((id) => promoteQueued(pool, id)));
  return [
    { name: "retries", everyMs: 500, run: async () => promote(await wakeRetries(pool)) },
    { name: "deliveries", everyMs: 500, run: () => wakeDeliveries(pool) },
    { name: "polls", everyMs: 500, run: (signal) => pollDue(app, signal) },
    { name: "schedules", everyMs: 1000, run: () => startDueSchedules(app) },
    { name: "events", everyMs: 1000, run: () => readUnreadEvents(app) },
    { name: "event starts", everyMs: 2000, run: () => startLateFormulas(app) },
    { name: "jobs", everyMs: 1000, run: () => makeDueCalls(app) },
    { name: "recovery", everyMs: 2000, run: () => takeOverExecutions(app) },
    { name: "queues", everyMs: 5000, run: async () => promote(await findStalledQueues(pool)) },
    { name: "orphans", everyMs: 5000, run: () => cancelOrphans(pool) },
    {
      name: "failures",
      everyMs: 5000,
      run: async () => Promise.all((await findUnnotified(pool)).map((id) => notifyFailure(app, id))),
    },
  ];
}
