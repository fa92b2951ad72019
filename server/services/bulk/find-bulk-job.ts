import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";

/** A bulk job of the element instance of the token. Refuses (notFound) all others. */
export async function findBulkJob({ db, caller }: Context, jobId: string): Promise<bulkJobs.BulkJob> {
  const { organizationId, elementInstanceId = 0 } = caller;
  const isId = /^\d{1,18}$/.test(jobId);
  const job = isId ? await bulkJobs.find(db.pool, { organizationId, elementInstanceId, jobId }) : null;
  if (!job)
    throw new Failure("notFound", `This element instance has no bulk job ${JSON.stringify(jobId.slice(0, 50))}.`);
  return job;
}
