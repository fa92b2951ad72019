import type { Context } from "#server/context.ts";
import * as measures from "#server/store/usage/usage-measures.ts";
import { type AnalyticsQuery, windowOf } from "../analytics/window.ts";
import { refuseFuture } from "./list-usage.ts";

/** The duration of requests in milliseconds, by interval; an interval without requests only has its count. */
export async function measureTimes(ctx: Context, query: AnalyticsQuery) {
  const rows = await presented(ctx, query, measures.times);
  return rows.map(({ avg, min, max, ...row }) =>
    avg === null || min === null || max === null ? row : { ...row, avg, min, max },
  );
}

export const measureStatuses = (ctx: Context, query: AnalyticsQuery) => presented(ctx, query, measures.statuses);

export const measureActivity = (ctx: Context, query: AnalyticsQuery) => presented(ctx, query, measures.activity);

type ElementCounts = { [elementKey: string]: number };

/** The requests of each element under its key, and their sum. */
export async function measureElements(ctx: Context, query: AnalyticsQuery) {
  const entries = new Map<string, { count: number; elements: ElementCounts }>();
  for (const { timestamp, elementKey, count } of await presented(ctx, query, measures.elements)) {
    const entry = entries.get(timestamp) ?? { count: 0, elements: {} };
    entries.set(timestamp, entry);
    entry.count += count;
    if (elementKey !== null) entry.elements[elementKey] = count;
  }
  return [...entries].map(([timestamp, { count, elements }]) => ({ ...elements, timestamp, count }));
}

async function presented<Row extends { timestamp: Date }>(
  ctx: Context,
  query: AnalyticsQuery,
  measure: (pool: Context["db"]["reads"], window: Awaited<ReturnType<typeof windowOf>>) => Promise<Row[]>,
) {
  const window = await windowOf(ctx, query);
  refuseFuture(ctx, window.from);
  await ctx.usage.flush();
  const rows = await measure(ctx.db.reads, window);
  return rows.map(({ timestamp, ...row }) => ({ ...row, timestamp: timestamp.toISOString() }));
}
