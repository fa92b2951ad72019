import { z } from "zod";
import { countMetric } from "#server/services/analytics/count-metric.ts";
import { countStatuses } from "#server/services/analytics/executions.ts";
import { measureElements, measureStatuses, measureTimes } from "#server/services/usage/measure-usage.ts";
import { router, signedIn } from "./trpc.ts";

/** The interval of the charts of each range. */
const RANGES = {
  day: { days: 1, interval: "hour" },
  week: { days: 7, interval: "day" },
  month: { days: 30, interval: "day" },
} as const;
const DAY_MS = 86_400_000;

export const analytics = router({
  /** Counts over time, of what the caller sees. Times are in UTC. */
  read: signedIn
    .input(z.object({ range: z.enum(["day", "week", "month"]) }))
    .query(async ({ ctx, input: { range } }) => {
      const { days, interval } = RANGES[range];
      const to = ctx.now();
      const query = { from: new Date(to.getTime() - days * DAY_MS), to, interval };
      const [runs, requests, times, elements, events] = await Promise.all([
        countStatuses(ctx, query),
        measureStatuses(ctx, query),
        measureTimes(ctx, query),
        measureElements(ctx, query),
        countMetric(ctx, { ...query, metric: "events" }),
      ]);
      return { interval, runs, requests, times, elements, events };
    }),
});
