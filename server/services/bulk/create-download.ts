import type { Context } from "#server/context.ts";
import { type BulkQuery, readBulkQuery } from "#server/element/bulk/bulk-criteria.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { callableInstance, createBulkJob, requireEnabled } from "./create-bulk-job.ts";
import { requireSortable } from "./download-narrowing.ts";
import { findBulkJob } from "./find-bulk-job.ts";
import type { BulkFormat } from "./formats/registry.ts";

type Input = {
  query: BulkQuery;
  version: number;
  format?: BulkFormat | undefined;
  callbackUrl?: string | undefined;
  continueFromJobId?: string | undefined;
};

/**
 * Starts a download of the rows of an object, as the caller reads them. With `continueFromJobId` it reads what a
 * download that ended early did not read any more.
 *
 * Refuses: forbidden for viewers, badRequest for an unreadable query and an object whose download is disabled; conflict for a job that is
 * still running.
 */
export async function createDownload(ctx: Context, input: Input): Promise<{ id: string; status: "CREATED" }> {
  requireDesigner(ctx);
  const connection = await callableInstance(ctx);
  const { plan, instance } = connection;
  const earlier = input.continueFromJobId === undefined ? null : await earlierDownload(ctx, input.continueFromJobId);
  const { objectName, criteria } = earlier ?? {
    ...readBulkQuery(input.query, { element: plan.element, configuration: instance.configuration }),
  };
  requireEnabled(connection, "download", objectName);
  requireSortable(connection, objectName, criteria);
  const id = await createBulkJob(ctx, {
    direction: "download",
    objectName,
    version: input.version,
    format: input.format ?? "json",
    criteria: { ...criteria, ...(earlier?.position !== undefined && { startsAt: earlier.position }) },
    callbackUrl: input.callbackUrl,
    recordsExpected: !earlier && typeof criteria.limit === "number" ? criteria.limit : undefined,
  });
  return { id, status: "CREATED" };
}

async function earlierDownload(ctx: Context, jobId: string) {
  const { direction, status, objectName, criteria, nextPage } = await findBulkJob(ctx, jobId);
  if (direction !== "download")
    throw new Failure("badRequest", `continueFromJobId: bulk job ${jobId} is an upload, which cannot be continued.`);
  if (status === "COMPLETED")
    throw new Failure("badRequest", `continueFromJobId: bulk job ${jobId} is complete, there is nothing to continue.`);
  if (status !== "FAILED" && status !== "CANCELLED")
    throw new Failure("conflict", `continueFromJobId: bulk job ${jobId} has not ended yet. Cancel it, or wait.`);
  return { objectName, criteria, position: nextPage ?? criteria.startsAt };
}
