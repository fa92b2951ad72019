import type { Context } from "#server/context.ts";
import { forInstance } from "#server/services/bulk/create-bulk-job.ts";
import { createDownload } from "#server/services/bulk/create-download.ts";
import { listBulkJobs } from "#server/services/bulk/list-bulk-jobs.ts";

/** Starts a download of a CRM's contacts, once, so that people see a bulk job. A worker runs it. */
export async function seedBulkJob(ctx: Context, elementInstanceId: number): Promise<void> {
  const { total } = await listBulkJobs(ctx, { page: { size: 1, after: undefined }, filter: {} });
  if (total > 0) return;
  await createDownload(forInstance(ctx, elementInstanceId), {
    query: { objectName: "contacts" },
    version: 3,
    format: "csv",
  });
}
