import type { Context } from "#server/context.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { requireDesigner } from "../account/require-role.ts";
import { findBulkJob } from "./find-bulk-job.ts";

/** Cancels a bulk job; one that has ended stays as it is. Its worker stops within a second. Refuses: forbidden. */
export async function cancelBulkJob(ctx: Context, jobId: string): Promise<bulkJobs.BulkJob> {
  requireDesigner(ctx);
  const { id, organizationId, elementInstanceId } = await findBulkJob(ctx, jobId);
  await bulkJobs.cancel(ctx.db.pool, { organizationId, elementInstanceId, jobId: id });
  return findBulkJob(ctx, jobId);
}
