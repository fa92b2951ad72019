import { z } from "zod";
import { EVENT_TYPES } from "#server/event/shape.ts";
import { endpoint } from "../endpoint.ts";
import { id, moment, nothing } from "./fields.ts";

const tags = ["Events"] as const;
const one = z.object({ elementInstanceId: id });
const ofResource = one.extend({ resource: z.string().max(200) });

const counts = {
  pages: z.number().int(),
  rows: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
};

const poller = z
  .object({
    resource: z.string(),
    url: z.string(),
    idField: z.string(),
    state: z.enum(["on", "failing", "off", "disabled", "needsReauthentication"]),
    nextPollDate: z.string().optional(),
    lastPollDate: z.string().optional(),
    lastResult: z.object(counts).optional(),
    lastError: z.string().optional(),
    cursor: z
      .object({
        since: z.string().meta({ description: "Changes are asked for from here." }),
        newest: z.string().optional().meta({ description: "The latest change that was seen." }),
        hasMore: z.boolean().meta({ description: "The last poll was not over; it goes on at its next page." }),
      })
      .optional(),
  })
  .meta({ id: "Poller", description: "A resource of an element instance that is asked about changes." });

export const listPollers = endpoint({
  method: "GET",
  auth: "platform",
  path: "/instances/{elementInstanceId}/pollers",
  tags,
  summary: "List the pollers of an element instance",
  params: one,
  reply: z.array(poller),
});

export const pollNow = endpoint({
  method: "POST",
  auth: "platform",
  path: "/instances/{elementInstanceId}/pollers/{resource}/poll",
  tags,
  summary: "Poll a resource now",
  description: "Changes become events as in any poll; the time of the next one stays.",
  params: ofResource,
  reply: z.object({
    resource: z.string(),
    ...counts,
    hasMore: z.boolean(),
    eventIds: z.array(z.string()),
    error: z.string().optional(),
  }),
});

export const dryRun = endpoint({
  method: "POST",
  auth: "platform",
  path: "/instances/{elementInstanceId}/pollers/{resource}/dry-run",
  tags,
  summary: "Try a poll",
  description:
    "Asks the provider for the first page, and says of each row whether it would be an event, and why. Nothing is recorded.",
  params: ofResource,
  reply: z.object({
    resource: z.string(),
    since: z.string(),
    path: z.string(),
    query: z.record(z.string(), z.string()),
    hasMore: z.boolean(),
    rows: z.array(
      z.object({
        id: z.string().optional(),
        date: z.string().optional(),
        eventType: z.enum(EVENT_TYPES).optional(),
        reason: z.string(),
        row: z.unknown(),
      }),
    ),
  }),
});

export const resetCursor = endpoint({
  method: "DELETE",
  auth: "platform",
  path: "/instances/{elementInstanceId}/pollers/{resource}/cursor",
  tags,
  summary: "Forget what was polled of a resource",
  description: "The next poll is as the first. What was told in the last seven days is not told again.",
  params: ofResource,
  query: z.object({
    from: moment.optional().meta({ description: "Where it begins; the instance's creation if missing." }),
  }),
  reply: nothing,
});
