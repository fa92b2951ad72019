import { shownAddress } from "#server/account/callback-address.ts";
import type { BulkJob } from "#server/store/bulk/bulk-jobs.ts";

/** The status of a bulk job, in the shape of the version of the API that started it, without fields that are null. */
export const presentBulkJob = (job: BulkJob): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(job.version === 3 ? presentVersion3(job) : presentVersion2(job)).filter(
      ([, value]) => value !== null,
    ),
  );

const presentVersion2 = (job: BulkJob) => ({
  id: job.id,
  batchId: job.id,
  status: job.status,
  message: job.message,
  object_name: job.objectName,
  objectName: job.objectName,
  direction: job.direction,
  instanceId: job.elementInstanceId,
  recordsCount: job.recordsCount,
  recordsFailedCount: job.recordsFailed,
  createdDate: job.createdAt.toISOString(),
  completedDate: job.endedAt?.toISOString() ?? null,
});

const presentVersion3 = (job: BulkJob) => ({
  id: job.id,
  recordCount: job.recordsCount,
  errorCount: job.recordsFailed,
  objectName: job.objectName,
  jobDirection: job.direction.toUpperCase(),
  jobStatus: job.status,
  statusMessage: job.message,
  createdDate: job.createdAt.getTime(),
  completionTime: job.endedAt?.getTime() ?? null,
  notificationUrl: job.callbackUrl && shownAddress(job.callbackUrl),
  fileFormat: job.format,
  metaData: {},
  jobCriteria: job.criteria,
  native: false,
});
