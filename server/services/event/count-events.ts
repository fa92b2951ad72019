import type { Context } from "#server/context.ts";
import * as analytics from "#server/store/usage/event-analytics.ts";
import { dated, grouped } from "../analytics/executions.ts";
import { type AnalyticsQuery, windowOf } from "../analytics/window.ts";

/** Counts events per interval; by default the last day, by hour. Refuses like `windowOf`. */
export async function countEvents(ctx: Context, query: AnalyticsQuery) {
  return dated(await analytics.events(ctx.db.reads, await eventWindow(ctx, query)));
}

export async function countEventsByInstance(ctx: Context, query: AnalyticsQuery) {
  const rows = await analytics.eventsByInstance(ctx.db.reads, await eventWindow(ctx, query));
  return grouped(rows, ({ instanceId, count, success, failed }) =>
    instanceId === null ? null : { instanceId, count, success, failed },
  );
}

export async function countEventsByAccount(ctx: Context, query: AnalyticsQuery) {
  const rows = await analytics.eventsByAccount(ctx.db.reads, await eventWindow(ctx, query));
  return grouped(rows, ({ accountId, count, success, failed }) =>
    accountId === null ? null : { accountId, count, success, failed },
  );
}

const eventWindow = (ctx: Context, { interval = "hour", ...query }: AnalyticsQuery) =>
  windowOf(ctx, { ...query, interval }, { days: 1 });
