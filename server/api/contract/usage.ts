import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ids, moment } from "./fields.ts";

const call = z
  .object({
    traffic_id: z.string().meta({ description: "The same as request_id." }),
    request_id: z.string().meta({ description: "The header elements-request-id of the call's reply." }),
    traffic_date: z.string(),
    request_status: z.enum(["SUCCESS", "FAILED"]),
    response_status: z.number().int(),
    process_time: z.number().int().meta({ description: "Milliseconds." }),
    request_method: z.string(),
    request_uri: z.string().meta({ description: "Without the query." }),
    request_ip: z.string().meta({ description: "`internal` for calls of formulas, polls and jobs." }),
    element_api: z.string().meta({ description: "The resource, such as contacts." }),
    element_resource: z.string(),
    element_key: z.string().optional(),
    element_name: z.string().optional(),
    hub: z.string().optional(),
    instance_id: z.number().int(),
    instance_name: z.string().optional(),
    instance_tags: z.string().meta({ description: "With commas between them." }),
    user_id: z.number().int(),
    account_id: z.number().int(),
    company_id: z.number().int(),
    company_external_id: z.string(),
    company_external_name: z.string(),
  })
  .meta({ id: "Usage", description: "One call to an element instance." });

const texts = z.array(z.string().max(255)).max(200).optional();
const status = z
  .string()
  .regex(/^(?:success|failed|[1-5]\d\d)$/i, "must be success, failed, or a status such as 404")
  .transform((text): number | "success" | "failed" => {
    const lower = text.toLowerCase();
    return lower === "success" || lower === "failed" ? lower : Number(text);
  });

const shared = { method: "GET", auth: "platform", tags: ["Usage"] } as const;

export const listUsage = endpoint({
  ...shared,
  path: "/usage",
  summary: "List calls to element instances",
  description: "Newest first, of 30 days at most. A time that has not begun is 404.",
  query: z.object({
    hub: z.string().max(255).optional(),
    "keys[]": texts.meta({ description: "Keys of elements." }),
    "tags[]": texts.meta({ description: "Those of instances with one of these tags." }),
    "accountIds[]": ids,
    status: status.optional().meta({ type: "string", description: "success, failed, or a status such as 404." }),
    from: moment.optional().meta({ description: "Seven days before `to` if not given." }),
    to: moment.optional().meta({ description: "Now if not given." }),
    searchText: z.string().max(200).optional().meta({
      description: "Part of the address, or of the name of the instance or its element.",
    }),
    pageOffset: z
      .string()
      .regex(/^\d{1,6}$/, "must be a number from 0")
      .transform(Number)
      .optional()
      .meta({
        type: "integer",
        pattern: undefined,
        description: "How many pages to pass over, where there is no nextPage.",
      }),
  }),
  paged: true,
  reply: z.array(call),
});

export const readUsage = endpoint({
  ...shared,
  path: "/usage/{requestId}",
  summary: "Read one call to an element instance",
  params: z.object({ requestId: z.string().max(100) }),
  reply: call,
});

const analytics = {
  ...shared,
  tags: ["Usage"],
  query: z.object({
    from: moment.optional().meta({ description: "Seven days before `to` if not given." }),
    to: moment.optional().meta({ description: "Now if not given." }),
    interval: z
      .enum(
        ["second", "minute", "hour", "day", "week", "month", "quarter", "year"],
        "must be second, minute, hour, day, week, month, quarter or year",
      )
      .optional()
      .meta({ description: "A day if not given." }),
    "accountIds[]": ids,
  }),
} as const;
const counted = { timestamp: z.string(), count: z.number().int() };

export const measureTimes = endpoint({
  ...analytics,
  path: "/usage/analytics/times",
  summary: "How long calls took, over time",
  description: "In milliseconds. One entry per interval from the one that holds `from` to the one that holds `to`.",
  reply: z.array(
    z.object({ ...counted, avg: z.number().optional(), min: z.number().optional(), max: z.number().optional() }),
  ),
});

export const measureStatuses = endpoint({
  ...analytics,
  path: "/usage/analytics/statuses",
  summary: "Successes and failures of calls over time",
  reply: z.array(z.object({ ...counted, success: z.number().int(), failed: z.number().int() })),
});

export const measureActivity = endpoint({
  ...analytics,
  path: "/usage/analytics/activity",
  summary: "Calls over time",
  reply: z.array(z.object(counted)),
});

export const measureElements = endpoint({
  ...analytics,
  path: "/usage/analytics/activity/elements",
  summary: "Calls over time, by element",
  description: "Under the key of each element, how many calls it had.",
  reply: z.array(z.looseObject(counted)),
});
