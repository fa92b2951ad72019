import type { Context } from "#server/context.ts";
import type { Page, PageRequest } from "#server/page.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { ownScope } from "#server/store/database/scope.ts";

/** The bulk jobs that the caller sees, newest first. */
export const listBulkJobs = (
  { db, caller }: Context,
  { page, filter }: { page: PageRequest; filter: bulkJobs.BulkJobFilter },
): Promise<Page<bulkJobs.BulkJob>> => bulkJobs.list(db.queries, ownScope(caller), page, filter);

/** The rows that a bulk job could not write. */
export const listBulkErrors = (
  { db }: Context,
  { job, page }: { job: bulkJobs.BulkJob; page: PageRequest & { skip?: number } },
): Promise<Page<bulkJobs.BulkError>> => bulkJobs.listErrors(db.pool, job, page);
