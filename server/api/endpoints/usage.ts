import { z } from "zod";
import { listUsage } from "#server/services/usage/list-usage.ts";
import {
  measureActivity,
  measureElements,
  measureStatuses,
  measureTimes,
} from "#server/services/usage/measure-usage.ts";
import { readRequest } from "#server/services/usage/read-request.ts";
import { readUsage } from "#server/services/usage/read-usage.ts";
import { asAnalyticsQuery } from "../analytics-query.ts";
import { endpoint } from "../endpoint.ts";
import { ids, moment } from "../records/fields.ts";

const call = z
  .object({
    traffic_id: z.string().meta({ description: "An alias of request_id." }),
    request_id: z.string().meta({ description: "The header elements-request-id of the response." }),
    traffic_date: z.string(),
    request_status: z.enum(["SUCCESS", "FAILED"]),
    response_status: z.number().int(),
    process_time: z.number().int().meta({ description: "The duration in milliseconds." }),
    request_method: z.string(),
    request_uri: z.string().meta({ description: "The path without the query." }),
    request_ip: z.string().meta({ description: "`internal` for requests of formulas, polls and jobs." }),
    agent: z.string().optional().meta({ description: "The name of the agent that made the request." }),
    element_api: z.string().meta({ description: "The resource, such as contacts." }),
    element_resource: z.string(),
    element_key: z.string().optional(),
    element_name: z.string().optional(),
    hub: z.string().optional(),
    instance_id: z.number().int(),
    instance_name: z.string().optional(),
    instance_tags: z.string().meta({ description: "The tags of the instance, separated by commas." }),
    user_id: z.number().int(),
    account_id: z.number().int(),
    company_id: z.number().int(),
    company_external_id: z.string(),
    company_external_name: z.string(),
  })
  .meta({ id: "Usage", description: "A request to an element instance." });

const message = z.object({
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional().meta({ description: "The first 16 KB." }),
});

const exchange = z
  .object({
    n: z.number().int().meta({ description: "The position in the request, from 0." }),
    method: z.string().meta({ description: "SQL for a query of a database." }),
    url: z.string(),
    status: z.number().int().nullable().meta({ description: "Null if the provider did not respond." }),
    durationMs: z.number().int(),
    request: message,
    response: message.optional(),
    error: z.string().optional(),
  })
  .meta({ id: "ProviderExchange", description: "A request to the provider and its response, without credentials." });

const texts = z.array(z.string().max(255)).max(200).optional();
const status = z
  .string()
  .regex(/^(?:success|failed|[1-5]\d\d)$/i, "must be success, failed, or a status such as 404")
  .transform((text): number | "success" | "failed" => {
    const lower = text.toLowerCase();
    return lower === "success" || lower === "failed" ? lower : Number(text);
  });

const shared = { method: "GET", auth: "platform", tags: ["Usage"] } as const;

const analytics = {
  ...shared,
  tags: ["Usage"],
  query: z.object({
    from: moment.optional().meta({ description: "Defaults to seven days before `to`." }),
    to: moment.optional().meta({ description: "Defaults to now." }),
    interval: z
      .enum(
        ["second", "minute", "hour", "day", "week", "month", "quarter", "year"],
        "must be second, minute, hour, day, week, month, quarter or year",
      )
      .optional()
      .meta({ description: "Defaults to day." }),
    "accountIds[]": ids,
  }),
} as const;
const counted = { timestamp: z.string(), count: z.number().int() };

export const usageEndpoints = {
  listUsage: endpoint({
    ...shared,
    path: "/usage",
    summary: "List requests to element instances",
    description: "Returns requests newest first, for at most 30 days. A time in the future returns 404.",
    alsoRefuses: [404],
    query: z.object({
      hub: z.string().max(255).optional(),
      "keys[]": texts.meta({ description: "Keys of elements." }),
      "tags[]": texts.meta({ description: "Returns only requests to instances with one of these tags." }),
      "accountIds[]": ids,
      status: status.optional().meta({ type: "string", description: "success, failed, or a status code such as 404." }),
      from: moment.optional().meta({ description: "Defaults to seven days before `to`." }),
      to: moment.optional().meta({ description: "Defaults to now." }),
      searchText: z.string().max(200).optional().meta({
        description: "Text that the path, or the name of the instance or its element, contains.",
      }),
      pageOffset: z
        .string()
        .regex(/^\d{1,6}$/, "must be a number from 0")
        .transform(Number)
        .optional()
        .meta({
          type: "integer",
          pattern: undefined,
          description: "The number of pages to skip. Ignored with nextPage.",
        }),
    }),
    paged: true,
    reply: z.array(call),
    handle: (ctx, { query, page }) => {
      const { "keys[]": elementKeys, "tags[]": tags, "accountIds[]": accountIds, ...rest } = query;
      return listUsage(ctx, { ...rest, elementKeys, tags, accountIds, page });
    },
  }),

  measureTimes: endpoint({
    ...analytics,
    path: "/usage/analytics/times",
    summary: "Measure request durations over time",
    description:
      "Returns durations in milliseconds, one entry per interval from the interval that contains `from` to the interval that contains `to`.",
    reply: z.array(
      z.object({ ...counted, avg: z.number().optional(), min: z.number().optional(), max: z.number().optional() }),
    ),
    handle: (ctx, { query }) => measureTimes(ctx, asAnalyticsQuery(query)),
  }),

  measureStatuses: endpoint({
    ...analytics,
    path: "/usage/analytics/statuses",
    summary: "Count successful and failed requests over time",
    reply: z.array(z.object({ ...counted, success: z.number().int(), failed: z.number().int() })),
    handle: (ctx, { query }) => measureStatuses(ctx, asAnalyticsQuery(query)),
  }),

  measureActivity: endpoint({
    ...analytics,
    path: "/usage/analytics/activity",
    summary: "Count requests over time",
    reply: z.array(z.object(counted)),
    handle: (ctx, { query }) => measureActivity(ctx, asAnalyticsQuery(query)),
  }),

  measureElements: endpoint({
    ...analytics,
    path: "/usage/analytics/activity/elements",
    summary: "Count requests over time by element",
    description: "Returns the number of requests by element key.",
    reply: z.array(z.looseObject(counted)),
    handle: (ctx, { query }) => measureElements(ctx, asAnalyticsQuery(query)),
  }),

  readUsage: endpoint({
    ...shared,
    path: "/usage/{requestId}",
    summary: "Get a request to an element instance",
    params: z.object({ requestId: z.string().max(100) }),
    reply: call,
    handle: (ctx, { params }) => readUsage(ctx, params.requestId),
  }),

  listExchanges: endpoint({
    ...shared,
    path: "/usage/{requestId}/exchanges",
    summary: "List the exchanges with the provider of a request",
    description:
      "Exchanges are recorded for requests that failed, and for all requests of a connection that is traced.",
    params: z.object({ requestId: z.string().max(100) }),
    reply: z.array(exchange),
    handle: async (ctx, { params }) => (await readRequest(ctx, params.requestId)).exchanges,
  }),
};
