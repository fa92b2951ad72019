import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { flag, ids, moment } from "./fields.ts";

const query = z.object({
  from: moment.optional().meta({ description: "Seven days before `to` if not given." }),
  to: moment.optional().meta({ description: "Now if not given." }),
  interval: z.enum(["minute", "hour", "day", "week", "month"], "must be minute, hour, day, week or month").optional(),
  "accountIds[]": ids,
});

const count = z.number().int();
const measure = z
  .object({ avg: z.number(), sum: z.number(), percentiles: z.record(z.string(), z.number()) })
  .meta({ id: "Measure", description: "Percentiles are 1.0, 5.0, 25.0, 50.0, 75.0, 95.0 and 99.0." });

const shared = { method: "GET", auth: "platform", tags: ["Analytics"], query } as const;
const timestamp = z.string();

export const countExecutions = endpoint({
  ...shared,
  path: "/formulas/analytics",
  summary: "Executions over time",
  description: "One entry per interval from the one that holds `from` to the one that holds `to`.",
  reply: z.array(z.object({ timestamp, count })),
});

export const measureSteps = endpoint({
  ...shared,
  path: "/formulas/analytics/steps",
  summary: "Steps over time",
  description: "How long they ran and waited in milliseconds, and the size of the context in bytes.",
  reply: z.array(z.object({ timestamp, count, executionTime: measure, executionDelay: measure, contextSize: measure })),
});

export const countStatuses = endpoint({
  ...shared,
  path: "/formulas/analytics/statuses",
  summary: "Successes and failures over time",
  reply: z.array(z.object({ timestamp, success: count, failed: count, total: count })),
});

export const countStatusesNow = endpoint({
  ...shared,
  path: "/formulas/analytics/statuses/now",
  summary: "How the executions of the last 24 hours stand, by account",
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
});

export const countByAccount = endpoint({
  ...shared,
  path: "/formulas/analytics/accounts",
  summary: "Executions over time, by account",
  reply: z.array(
    z.object({
      timestamp,
      total: count,
      records: z.array(z.object({ accountId: count, success: count, failed: count, count })),
    }),
  ),
});

export const countByInstance = endpoint({
  ...shared,
  path: "/formulas/analytics/instances",
  summary: "Executions over time, by formula instance",
  reply: z.array(z.object({ timestamp, total: count, records: z.array(z.object({ instanceId: count, count })) })),
});

const metric = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    ...shared,
    tags: ["Metrics"],
    path: `/metrics/${name}`,
    summary,
    description: "Always about the caller's own organization; other customers and organizations are not counted.",
    query: query.extend({
      "customerIds[]": ids,
      "orgIds[]": ids,
      emptyIntervals: flag.meta({ description: "false leaves out intervals without any." }),
    }),
    reply: z.array(z.object({ timestamp, count })),
  });

export const METRICS = {
  api: metric("api", "How many calls to the API were made"),
  "hub-api": metric("hub-api", "How many calls to element instances were made"),
  events: metric("events", "How many events came"),
  "bulk-jobs": metric("bulk-jobs", "How many bulk jobs were started"),
  "elements-created": metric("elements-created", "How many elements were made"),
  "element-instances-created": metric("element-instances-created", "How many element instances were made"),
  "hubs-created": metric("hubs-created", "How many hubs were made"),
  "vdrs-created": metric("vdrs-created", "How many common resources were made"),
  "vdrs-invoked": metric("vdrs-invoked", "How many calls went through common resources"),
  "formula-executions": metric("formula-executions", "How many executions began"),
  "formulas-created": metric("formulas-created", "How many formulas were made"),
};
