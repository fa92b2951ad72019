import { shownAddress } from "#server/account/callback-address.ts";
import type { Context } from "#server/context.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import type { BulkJob, BulkJobFilter } from "#server/store/bulk/bulk-jobs.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as elementInstances from "#server/store/element-instance/element-instances.ts";
import * as schedules from "#server/store/schedule/schedules.ts";
import { findOwnBulkJob } from "./find-bulk-job.ts";
import { listBulkJobs } from "./list-bulk-jobs.ts";

const MOST_PARTS = 100;

/** Bulk jobs for lists of people, newest first, each with the name of its connection. */
export async function summarizeBulkJobs(ctx: Context, { page, ...filter }: BulkJobFilter & { page: PageRequest }) {
  const found = await listBulkJobs(ctx, { page, filter });
  const ids = [...new Set(found.items.map((job) => job.elementInstanceId))];
  const connections = await elementInstances.identify(ctx.db.prisma, ownScope(ctx.caller), { ids });
  return mapPage(found, (job) => summaryOf(job, connections));
}

/** One bulk job, with the jobs that it consists of and when it runs again. Refuses notFound. */
export async function describeBulkJob(ctx: Context, jobId: string) {
  const job = await findOwnBulkJob(ctx, jobId);
  const scope = ownScope(ctx.caller);
  const [connections, parts, schedule] = await Promise.all([
    elementInstances.identify(ctx.db.prisma, scope, { ids: [job.elementInstanceId] }),
    summarizeBulkJobs(ctx, { parentId: job.id, page: { size: MOST_PARTS, after: undefined } }),
    job.scheduleId === null ? null : schedules.find(ctx.db.prisma, scope, job.scheduleId),
  ]);
  const { criteria, columns, bytes, format, callbackUrl, filesDeletedAt, dueAt, direction, status } = job;
  const isOver = job.endedAt !== null;
  const hasRows = direction === "download" && isOver && (status === "COMPLETED" || job.recordsCount > 0);
  return {
    ...summaryOf(job, connections),
    ...{ columns: columns.length, bytes, format, callbackUrl: callbackUrl && shownAddress(callbackUrl) },
    criteria: direction === "workflow" ? null : criteria,
    /** The time when it continues, if it waits for something. */
    waitsUntil: !isOver && job.message !== null ? dueAt.toISOString() : null,
    hasFile: hasRows && filesDeletedAt === null,
    isFileDeleted: hasRows && filesDeletedAt !== null,
    canContinue: direction === "download" && (status === "FAILED" || status === "CANCELLED"),
    parts,
    schedule: schedule && {
      cron: schedule.cron,
      enabled: schedule.enabled,
      nextRunAt: schedule.nextRunAt?.toISOString() ?? null,
    },
  };
}

function summaryOf(job: BulkJob, connections: readonly elementInstances.InstanceIdentity[]) {
  const { id, parentId, direction, objectName, status, message, elementInstanceId, createdAt, endedAt } = job;
  const { recordsCount, recordsFailed, recordsExpected } = job;
  const connection = connections.find((one) => one.id === elementInstanceId);
  return {
    ...{ id, parentId, direction, objectName, status, message, recordsCount, recordsFailed, recordsExpected },
    connection: connection ? { id: connection.id, name: connection.name, elementKey: connection.elementKey } : null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
