import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { ownScope } from "#server/store/database/scope.ts";

const isId = (text: string): boolean => /^\d{1,18}$/.test(text);
const shown = (jobId: string): string => JSON.stringify(jobId.slice(0, 50));

/** A bulk job of the element instance of the token. Refuses (notFound) all others. */
export async function findBulkJob({ db, caller }: Context, jobId: string): Promise<bulkJobs.BulkJob> {
  const { organizationId, elementInstanceId = 0 } = caller;
  const job = isId(jobId) ? await bulkJobs.find(db.pool, { organizationId, elementInstanceId, jobId }) : null;
  if (!job) throw new Failure("notFound", `This element instance has no bulk job ${shown(jobId)}.`);
  return job;
}

/** A bulk job of any element instance that the caller sees. Refuses (notFound) all others. */
export async function findOwnBulkJob({ db, caller }: Context, jobId: string): Promise<bulkJobs.BulkJob> {
  const job = isId(jobId) ? await bulkJobs.findInScope(db.pool, ownScope(caller), jobId) : null;
  if (!job) throw new Failure("notFound", `There is no bulk job ${shown(jobId)}.`);
  return job;
}
