import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import * as jobRuns from "#server/store/schedule/job-runs.ts";
import { findJob } from "./jobs.ts";
import { presentRun } from "./present-job.ts";

/** The runs of a job and their outcomes, newest first; refuses notFound. */
export async function listHistory(ctx: Context, { jobId, page }: { jobId: string; page: PageRequest }) {
  const { id: scheduleId } = await findJob(ctx, jobId);
  const found = await jobRuns.list(ctx.db.reads, { scope: ownScope(ctx.caller), scheduleId }, page);
  return mapPage(found, (run) => presentRun(ctx, run));
}

/** One run of a job; refuses notFound. */
export async function readHistory(ctx: Context, { jobId, historyId }: { jobId: string; historyId: number }) {
  const { id: scheduleId } = await findJob(ctx, jobId);
  const run = await jobRuns.find(ctx.db.reads, { scope: ownScope(ctx.caller), scheduleId }, historyId);
  if (!run) throw new Failure("notFound", `The job has no run ${historyId}.`);
  return presentRun(ctx, run);
}

type Input = {
  elementKeys?: string[] | undefined;
  startTime?: Date | undefined;
  endTime?: Date | undefined;
  /** Starts at 1; a page token takes precedence. */
  number?: number | undefined;
  page: PageRequest;
};

/** Runs of all jobs that are visible to the caller, including deleted jobs. */
export async function listRuns(ctx: Context, { elementKeys, startTime: from, endTime: to, number = 1, page }: Input) {
  const filter = { scope: ownScope(ctx.caller), elementKeys, from, to };
  const skip = page.after === undefined ? (number - 1) * page.size : 0;
  return mapPage(await jobRuns.list(ctx.db.reads, filter, page, skip), (run) => presentRun(ctx, run));
}
