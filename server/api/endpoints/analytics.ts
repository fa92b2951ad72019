import { z } from "zod";
import { countMetric, type Metric } from "#server/services/analytics/count-metric.ts";
import {
  countByAccount,
  countByInstance,
  countExecutions,
  countStatuses,
  countStatusesNow,
  measureSteps,
} from "#server/services/analytics/executions.ts";
import { asAnalyticsQuery } from "../analytics-query.ts";
import { endpoint } from "../endpoint.ts";
import { flag, ids, moment } from "../records/fields.ts";

const query = z.object({
  from: moment.optional().meta({ description: "Defaults to seven days before `to`." }),
  to: moment.optional().meta({ description: "Defaults to now." }),
  interval: z.enum(["minute", "hour", "day", "week", "month"], "must be minute, hour, day, week or month").optional(),
  "accountIds[]": ids,
});

const count = z.number().int();
const measure = z
  .object({ avg: z.number(), sum: z.number(), percentiles: z.record(z.string(), z.number()) })
  .meta({ id: "Measure", description: "Percentiles are 1.0, 5.0, 25.0, 50.0, 75.0, 95.0 and 99.0." });

const shared = { method: "GET", auth: "platform", tags: ["Analytics"], query } as const;
const timestamp = z.string();

const metric = <const Name extends Metric>(name: Name, summary: string) =>
  endpoint({
    ...shared,
    tags: ["Metrics"],
    path: `/metrics/${name}`,
    summary,
    description: "Counts only the organization of the caller. Other customers and organizations are ignored.",
    query: query.extend({
      "customerIds[]": ids,
      "orgIds[]": ids,
      emptyIntervals: flag.meta({ description: "Set to false to omit empty intervals." }),
    }),
    reply: z.array(z.object({ timestamp, count })),
    handle: (ctx, { query }) =>
      countMetric(ctx, { ...asAnalyticsQuery(query), emptyIntervals: query.emptyIntervals, metric: name }),
  });

export const METRICS = {
  api: metric("api", "Count API requests"),
  "hub-api": metric("hub-api", "Count requests to element instances"),
  events: metric("events", "Count received events"),
  "bulk-jobs": metric("bulk-jobs", "Count started bulk jobs"),
  "elements-created": metric("elements-created", "Count created elements"),
  "element-instances-created": metric("element-instances-created", "Count created element instances"),
  "hubs-created": metric("hubs-created", "Count created hubs"),
  "vdrs-created": metric("vdrs-created", "Count created common resources"),
  "vdrs-invoked": metric("vdrs-invoked", "Count requests to common resources"),
  "formula-executions": metric("formula-executions", "Count started executions"),
  "formulas-created": metric("formulas-created", "Count created formulas"),
} satisfies Record<Metric, unknown>;

export const analyticsEndpoints = {
  countExecutions: endpoint({
    ...shared,
    path: "/formulas/analytics",
    summary: "Count executions over time",
    description:
      "Returns one entry per interval, from the interval that contains `from` to the interval that contains `to`.",
    reply: z.array(z.object({ timestamp, count })),
    handle: (ctx, { query }) => countExecutions(ctx, asAnalyticsQuery(query)),
  }),

  measureSteps: endpoint({
    ...shared,
    path: "/formulas/analytics/steps",
    summary: "Measure steps over time",
    description: "Returns run and wait times in milliseconds, and the size of the context in bytes.",
    reply: z.array(
      z.object({ timestamp, count, executionTime: measure, executionDelay: measure, contextSize: measure }),
    ),
    handle: (ctx, { query }) => measureSteps(ctx, asAnalyticsQuery(query)),
  }),

  countStatuses: endpoint({
    ...shared,
    path: "/formulas/analytics/statuses",
    summary: "Count successes and failures over time",
    reply: z.array(z.object({ timestamp, success: count, failed: count, total: count })),
    handle: (ctx, { query }) => countStatuses(ctx, asAnalyticsQuery(query)),
  }),

  countStatusesNow: endpoint({
    ...shared,
    path: "/formulas/analytics/statuses/now",
    summary: "Count executions of the last 24 hours by status and account",
    query: query.pick({ "accountIds[]": true }),
    reply: z.array(
      z.object({
        accountId: count,
        success: count,
        failed: count,
        pending: count,
        canceled: count,
        unknown: count,
        retries: z.array(z.object({ executionId: count, retry: count })),
      }),
    ),
    handle: (ctx, { query }) => countStatusesNow(ctx, { accountIds: query["accountIds[]"] }),
  }),

  countByAccount: endpoint({
    ...shared,
    path: "/formulas/analytics/accounts",
    summary: "Count executions over time by account",
    reply: z.array(
      z.object({
        timestamp,
        total: count,
        records: z.array(z.object({ accountId: count, success: count, failed: count, count })),
      }),
    ),
    handle: (ctx, { query }) => countByAccount(ctx, asAnalyticsQuery(query)),
  }),

  countByInstance: endpoint({
    ...shared,
    path: "/formulas/analytics/instances",
    summary: "Count executions over time by formula instance",
    reply: z.array(z.object({ timestamp, total: count, records: z.array(z.object({ instanceId: count, count })) })),
    handle: (ctx, { query }) => countByInstance(ctx, asAnalyticsQuery(query)),
  }),
  ...METRICS,
};
