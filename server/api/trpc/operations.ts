import { z } from "zod";
import { listDeadLetters } from "#server/services/dead-letter/list-dead-letters.ts";
import { retryDeadLetter } from "#server/services/dead-letter/retry-dead-letter.ts";
import { listQueues } from "#server/services/job/list-queues.ts";
import { readSystemStatus } from "#server/services/system/read-system-status.ts";
import { deadLetterEndpoints } from "../endpoints/dead-letter.ts";
import { inputOf } from "./inputs.ts";
import { paged, pageOfRows } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

export const operations = router({
  /** The background queues, with the work of the caller's accounts. */
  queues: signedIn.query(({ ctx }) => listQueues(ctx)),
  /** Jobs that failed at every attempt, newest first. */
  deadLetters: signedIn
    .input(paged.extend({ isRetried: z.boolean().optional() }))
    .query(({ ctx, input: { cursor, isRetried } }) => listDeadLetters(ctx, { isRetried, page: pageOfRows(cursor) })),
  runAgain: signedIn
    .input(inputOf(deadLetterEndpoints.retryDeadLetter))
    .mutation(({ ctx, input }) => retryDeadLetter(ctx, input.deadLetterId)),
  status: signedIn.query(({ ctx }) => readSystemStatus(ctx)),
});
