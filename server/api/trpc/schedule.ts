import { z } from "zod";
import { changeJob, deleteJob, enableJob } from "#server/services/job/change-job.ts";
import { createJob } from "#server/services/job/create-job.ts";
import { listJobs, readJob } from "#server/services/job/jobs.ts";
import { listHistory } from "#server/services/job/list-runs.ts";
import { jobEndpoints } from "../endpoints/job.ts";
import { time } from "../records/fields.ts";
import { bodyOf, id, inputOf } from "./inputs.ts";
import { cursorOfLongId, pageOfRows, uuidCursor } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const one = inputOf(jobEndpoints.readJob);

/** Schedules of formulas, and scheduled requests to the API. */
export const schedule = router({
  list: signedIn
    .input(
      z.object({
        cursor: uuidCursor,
        search: z.string().trim().max(255).optional(),
        accountId: id.optional(),
        enabled: z.boolean().optional(),
        nextBefore: time.optional(),
      }),
    )
    .query(({ ctx, input: { cursor, ...filter } }) => listJobs(ctx, { ...filter, page: pageOfRows(cursor) })),
  read: signedIn.input(one).query(({ ctx, input }) => readJob(ctx, input.jobId)),
  runs: signedIn
    .input(one.extend({ cursor: cursorOfLongId }))
    .query(({ ctx, input: { jobId, cursor } }) => listHistory(ctx, { jobId, page: pageOfRows(cursor) })),
  create: signedIn.input(bodyOf(jobEndpoints.createJob)).mutation(({ ctx, input }) => createJob(ctx, input)),
  change: signedIn
    .input(bodyOf(jobEndpoints.createJob).extend(one.shape))
    .mutation(({ ctx, input }) => changeJob(ctx, input)),
  switch: signedIn
    .input(one.extend({ on: z.boolean() }))
    .mutation(({ ctx, input: { jobId, on } }) => enableJob(ctx, { jobId, enabled: on })),
  remove: signedIn.input(one).mutation(({ ctx, input }) => deleteJob(ctx, input.jobId)),
});
