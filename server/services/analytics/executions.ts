import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import * as analytics from "#server/store/usage/analytics.ts";
import { type AnalyticsQuery, accountsOf, windowOf } from "./window.ts";

const NOW_MS = 24 * 3600_000;
const PERCENTILES = ["1.0", "5.0", "25.0", "50.0", "75.0", "95.0", "99.0"];

/** Executions started in each interval. */
export async function countExecutions(ctx: Context, query: AnalyticsQuery) {
  return dated(await analytics.executions(ctx.db.reads, await windowOf(ctx, query)));
}

export async function countStatuses(ctx: Context, query: AnalyticsQuery) {
  return dated(await analytics.statuses(ctx.db.reads, await windowOf(ctx, query)));
}

/** The statuses of the executions of the last 24 hours. The contract does not define the period of "now". */
export async function countStatusesNow(ctx: Context, { accountIds }: Pick<AnalyticsQuery, "accountIds">) {
  const { organizationId } = ctx.caller;
  const since = new Date(ctx.now().getTime() - NOW_MS);
  return analytics.statusesNow(ctx.db.reads, {
    organizationId,
    accountIds: await accountsOf(ctx, accountIds),
    since,
  });
}

export async function countByAccount(ctx: Context, query: AnalyticsQuery) {
  const rows = await analytics.byAccount(ctx.db.reads, await windowOf(ctx, query));
  return grouped(rows, ({ accountId, success, failed, count }) =>
    accountId === null ? null : { accountId, success, failed, count },
  );
}

export async function countByInstance(ctx: Context, query: AnalyticsQuery) {
  const rows = await analytics.byInstance(ctx.db.reads, await windowOf(ctx, query));
  return grouped(rows, ({ instanceId, count }) => (instanceId === null ? null : { instanceId, count }));
}

/** How long steps ran and waited, in milliseconds, and the size of the resulting context, in bytes. */
export async function measureSteps(ctx: Context, query: AnalyticsQuery) {
  const rows = await analytics.steps(ctx.db.reads, await windowOf(ctx, query));
  return rows.map(({ timestamp, count, executionTime, executionDelay, contextSize }) => ({
    timestamp: isoSeconds(timestamp),
    count,
    executionTime: measured(executionTime),
    executionDelay: measured(executionDelay),
    contextSize: measured(contextSize),
  }));
}

const measured = ({ avg, sum, percentiles }: analytics.Measure) => ({
  avg: avg ?? 0,
  sum: sum ?? 0,
  percentiles: Object.fromEntries(PERCENTILES.map((name, index) => [name, percentiles?.[index] ?? 0])),
});

export const dated = <Row extends { timestamp: Date }>(rows: Row[]) =>
  rows.map((row) => ({ ...row, timestamp: isoSeconds(row.timestamp) }));

/** Groups the rows of each interval under it, with their sum. */
export function grouped<Row extends { timestamp: Date; count: number }, Kept>(
  rows: Row[],
  keep: (row: Row) => Kept | null,
) {
  const entries = new Map<string, { timestamp: string; total: number; records: Kept[] }>();
  for (const row of rows) {
    const timestamp = isoSeconds(row.timestamp);
    const entry = entries.get(timestamp) ?? { timestamp, total: 0, records: [] };
    entries.set(timestamp, entry);
    const kept = keep(row);
    if (kept === null) continue;
    entry.total += row.count;
    entry.records.push(kept);
  }
  return [...entries.values()];
}
