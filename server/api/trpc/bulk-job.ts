import { z } from "zod";
import { BULK_STATUSES, DIRECTIONS } from "#server/element/bulk/bulk-job-kinds.ts";
import { cancelBulkJob } from "#server/services/bulk/cancel-bulk-job.ts";
import { forInstance, forNamedInstance } from "#server/services/bulk/create-bulk-job.ts";
import { createDownload } from "#server/services/bulk/create-download.ts";
import { describeBulkJob, summarizeBulkJobs } from "#server/services/bulk/describe-bulk-job.ts";
import { findOwnBulkJob } from "#server/services/bulk/find-bulk-job.ts";
import { listBulkErrors } from "#server/services/bulk/list-bulk-jobs.ts";
import { listBulkObjects } from "#server/services/bulk/list-bulk-objects.ts";
import { startWorkflowRun } from "#server/services/bulk/workflow/start-workflow-run.ts";
import { bulkEndpoints as endpoints } from "../endpoints/bulk.ts";
import { instanceEndpoints } from "../endpoints/instance.ts";
import { bodyOf, inputOf } from "./inputs.ts";
import { paged, pageOfRows } from "./lists.ts";
import { router, signedIn } from "./trpc.ts";

const one = inputOf(endpoints.readBulkStatus);
const ofInstance = inputOf(instanceEndpoints.readInstance);

export const bulkJob = router({
  list: signedIn
    .input(
      ofInstance.partial().extend({
        ...paged.shape,
        status: z.enum(BULK_STATUSES).optional(),
        /** Infinite queries have their own `direction`. */
        kind: z.enum(DIRECTIONS).optional(),
      }),
    )
    .query(({ ctx, input: { cursor, status, kind, elementInstanceId } }) =>
      summarizeBulkJobs(ctx, {
        ...{ elementInstanceId, page: pageOfRows(cursor) },
        statuses: status && [status],
        directions: kind && [kind],
      }),
    ),
  read: signedIn.input(one).query(({ ctx, input }) => describeBulkJob(ctx, input.bulkJobId)),
  errors: signedIn
    .input(one.extend(paged.shape))
    .query(async ({ ctx, input }) =>
      listBulkErrors(ctx, { job: await findOwnBulkJob(ctx, input.bulkJobId), page: pageOfRows(input.cursor) }),
    ),
  objects: signedIn
    .input(ofInstance.extend({ direction: z.enum(["download", "upload"]) }))
    .query(({ ctx, input }) => listBulkObjects(ctx, input)),
  download: signedIn
    .input(
      bodyOf(endpoints.startBulkDownload)
        .omit({ notificationUrl: true, continueFromJobId: true })
        .extend(ofInstance.shape),
    )
    .mutation(async ({ ctx, input: { elementInstanceId, fileFormat: format, fields, ...query } }) =>
      createDownload(await forNamedInstance(ctx, elementInstanceId), {
        ...{ query: { ...query, fields: fields?.join(",") }, format, version: 3 },
      }),
    ),
  /** Continues a download that ended early. */
  continue: signedIn.input(one).mutation(async ({ ctx, input }) => {
    const { id, elementInstanceId, version } = await findOwnBulkJob(ctx, input.bulkJobId);
    return createDownload(forInstance(ctx, elementInstanceId), { query: {}, version, continueFromJobId: id });
  }),
  runWorkflow: signedIn.input(one).mutation(({ ctx, input }) => startWorkflowRun(ctx, input.bulkJobId)),
  cancel: signedIn.input(one).mutation(async ({ ctx, input }) => {
    const { status } = await cancelBulkJob(ctx, { job: await findOwnBulkJob(ctx, input.bulkJobId) });
    return { status };
  }),
});
