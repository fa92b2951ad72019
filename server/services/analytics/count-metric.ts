import type { Context } from "#server/context.ts";
import { isoSeconds } from "#server/iso-date.ts";
import { count, type Metric } from "#server/store/usage/metrics.ts";
import { type AnalyticsQuery, windowOf } from "./window.ts";

export type { Metric };

/** The number of rows of a metric in each interval; without `emptyIntervals` only intervals with rows. */
export async function countMetric(
  ctx: Context,
  {
    metric,
    emptyIntervals = true,
    ...query
  }: { metric: Metric } & (AnalyticsQuery & { emptyIntervals?: boolean | undefined }),
) {
  const window = await windowOf(ctx, query);
  await ctx.usage.flush();
  const rows = await count(ctx.db.reads, metric, window);
  return rows
    .filter((row) => emptyIntervals || row.count > 0)
    .map((row) => ({ ...row, timestamp: isoSeconds(row.timestamp) }));
}
