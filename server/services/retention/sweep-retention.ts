import type { App } from "#server/context.ts";
import * as organizations from "#server/store/organization/organizations.ts";
import { deleteExpired } from "#server/store/retention/organization-retention.ts";
import type { Periods } from "#server/store/retention/partitioned-tables.ts";
import { dropPartitions } from "#server/store/retention/partitions.ts";
import * as retention from "#server/store/retention/retention.ts";
import { sweepBulkFiles } from "../bulk/sweep-bulk-files.ts";
import { DAY_MS, keptSince } from "./kept-since.ts";
import { sweepValueFiles } from "./sweep-value-files.ts";

const IDEMPOTENCY_MS = DAY_MS;
/** A day longer than the window in which duplicates are detected, which the database measures by its own clock. */
const REPEATS_MS = 8 * DAY_MS;

/** How much longer than its retention period a row may be stored, until its partition is dropped: three days of thirty. */
const LEFT_SHARE = 0.1;

/** Rows from before a time are deleted, except those in partitions that are dropped soon. */
function dueAfter(app: Pick<App, "env" | "now">, period: keyof Periods) {
  const before = keptSince(app, period);
  return { before, dropped: new Date(before.getTime() + app.env[period] * LEFT_SHARE * DAY_MS) };
}

/**
 * Deletes expired data: ended executions with their steps, usage, events, notifications, idempotent responses,
 * sessions, invitations, webhook captures, counted password attempts, and much later the audit log. Organizations may keep runs, events,
 * deliveries and requests for a shorter time.
 */
export async function sweepRetention(
  app: Pick<App, "db" | "env" | "now" | "log" | "files" | "valueFiles">,
): Promise<void> {
  const { db, env, now, log } = app;
  const today = now().getTime();
  const due = dueAfter(app, "RETENTION_DAYS");
  const { before } = due;
  await sweepBulkFiles(app);
  const executions = await retention.deleteExecutions(db.queries, due);
  const calls = await retention.deleteUsage(db.queries, due);
  await retention.deleteEvents(db.queries, { ...due, arrivedBefore: new Date(today - REPEATS_MS) });
  await retention.deleteNotifications(db.queries, due);
  await retention.deleteAudit(db.queries, dueAfter(app, "AUDIT_RETENTION_DAYS"));
  await retention.deleteRest(db.queries, { before, idempotentBefore: new Date(today - IDEMPOTENCY_MS), now: now() });
  for (const { id: organizationId, retentionDays } of await organizations.withRetention(db.prisma, env.RETENTION_DAYS))
    await deleteExpired(db.queries, { organizationId, before: new Date(today - retentionDays * DAY_MS) });
  const partitions = await dropPartitions(db, { periods: env, now: now() });
  await retention.deleteLeftSteps(db.queries, before);
  await sweepValueFiles(app);
  log.info({ executions, calls, partitions, before }, "retention swept");
}
