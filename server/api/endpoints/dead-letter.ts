import { z } from "zod";
import { listDeadLetters } from "#server/services/dead-letter/list-dead-letters.ts";
import { retryDeadLetter } from "#server/services/dead-letter/retry-dead-letter.ts";
import { endpoint } from "../endpoint.ts";
import { flag, id } from "../records/fields.ts";

const deadLetter = z
  .object({
    id: z.number().int(),
    queue: z.string().meta({ description: "The queue of the job, or execution." }),
    reason: z.string().meta({ description: "Why its last attempt failed." }),
    executionId: z.number().int().optional(),
    payload: z.record(z.string(), z.unknown()).optional().meta({ description: "The ids in the job." }),
    createdDate: z.string(),
    retriedDate: z.string().optional().meta({ description: "The time of the rerun." }),
  })
  .meta({ id: "DeadLetter", description: "A background job that failed at every attempt." });

const shared = { auth: "platform", tags: ["Dead letters"] } as const;

export const deadLetterEndpoints = {
  listDeadLetters: endpoint({
    ...shared,
    method: "GET",
    path: "/dead-letters",
    summary: "List background jobs that failed permanently",
    description: "For administrators. Returns jobs newest first.",
    query: z.object({
      retried: flag.meta({ description: "Returns only jobs that were rerun, or only jobs that were not." }),
    }),
    paged: true,
    reply: z.array(deadLetter),
    handle: (ctx, { query, page }) => listDeadLetters(ctx, { isRetried: query.retried, page }),
  }),

  retryDeadLetter: endpoint({
    ...shared,
    method: "PUT",
    path: "/dead-letters/{deadLetterId}/retry",
    summary: "Rerun a background job that failed permanently",
    description: "For administrators. The job starts over with all its attempts.",
    params: z.object({ deadLetterId: id }),
    reply: deadLetter,
    handle: (ctx, { params }) => retryDeadLetter(ctx, params.deadLetterId),
  }),
};
