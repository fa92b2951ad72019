import { z } from "zod";
import { EVENT_TYPES } from "#server/event/shape.ts";

/** The first page of a poll, with the event that each row would become. */
export const polledPageRecord = z.object({
  resource: z.string(),
  since: z.string(),
  path: z.string(),
  query: z.record(z.string(), z.string()),
  hasMore: z.boolean(),
  problem: z.string().optional().meta({ description: "Why the list may be empty although there are rows." }),
  rows: z.array(
    z.object({
      id: z.string().optional(),
      date: z.string().optional(),
      eventType: z.enum(EVENT_TYPES).optional(),
      reason: z.string(),
      row: z.unknown(),
    }),
  ),
});
