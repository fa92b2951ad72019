import { z } from "zod";
import { dryRun } from "#server/services/poller/dry-run.ts";
import { listPollers } from "#server/services/poller/list-pollers.ts";
import { pollNow } from "#server/services/poller/poll-now.ts";
import { resetCursor } from "#server/services/poller/reset-cursor.ts";
import { endpoint } from "../endpoint.ts";
import { id, moment, nothing } from "../records/fields.ts";
import { polledPageRecord } from "../records/polled-page.ts";

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
        since: z.string().meta({ description: "The poller requests changes since this time." }),
        newest: z.string().optional().meta({ description: "The time of the latest change found." }),
        hasMore: z
          .boolean()
          .meta({ description: "True if the last poll did not finish. The next poll continues where it stopped." }),
      })
      .optional(),
  })
  .meta({ id: "Poller", description: "A resource of an element instance that is polled for changes." });

export const pollerEndpoints = {
  listPollers: endpoint({
    method: "GET",
    auth: "platform",
    path: "/instances/{elementInstanceId}/pollers",
    tags,
    summary: "List the pollers of an element instance",
    params: one,
    reply: z.array(poller),
    handle: (ctx, { params }) => listPollers(ctx, params),
  }),

  pollNow: endpoint({
    method: "POST",
    auth: "platform",
    path: "/instances/{elementInstanceId}/pollers/{resource}/poll",
    tags,
    summary: "Poll a resource now",
    description: "Changes become events as in any poll. The time of the next scheduled poll does not change.",
    params: ofResource,
    reply: z.object({
      resource: z.string(),
      ...counts,
      hasMore: z.boolean(),
      eventIds: z.array(z.string()),
      error: z.string().optional(),
    }),
    handle: (ctx, { params: { resource, ...address } }) => pollNow(ctx, { address, resource }),
  }),

  dryRun: endpoint({
    method: "POST",
    auth: "platform",
    path: "/instances/{elementInstanceId}/pollers/{resource}/dry-run",
    tags,
    summary: "Test a poll",
    description:
      "Requests the first page from the provider and returns for each row whether it would become an event, and why. Nothing is recorded.",
    params: ofResource,
    reply: polledPageRecord,
    handle: (ctx, { params: { resource, ...address } }) => dryRun(ctx, { address, resource }),
  }),

  resetCursor: endpoint({
    method: "DELETE",
    auth: "platform",
    path: "/instances/{elementInstanceId}/pollers/{resource}/cursor",
    tags,
    summary: "Reset the polling state of a resource",
    description:
      "The next poll starts from the beginning. Changes that became events in the last seven days do not become events again. Of a resource without dates, each row becomes an event, also if it was there before the first poll or was an event before.",
    params: ofResource,
    query: z.object({
      from: moment.optional().meta({
        description:
          "The time to start from. Defaults to the creation of the instance. Refused for a resource without dates.",
      }),
    }),
    reply: nothing,
    handle: (ctx, { params: { resource, ...address }, query }) =>
      resetCursor(ctx, { address, resource, from: query.from }),
  }),
};
