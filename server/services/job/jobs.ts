import type { Context } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import { mapPage, type PageRequest } from "#server/page.ts";
import { ownScope } from "#server/store/database/scope.ts";
import type { ScheduleRecord } from "#server/store/schedule/schedules.ts";
import * as schedules from "#server/store/schedule/schedules.ts";
import { presentJob } from "./present-job.ts";

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The schedules that are visible to the caller: formula instances and API requests, newest first. */
export async function listJobs(ctx: Context, { page, ...filter }: { page: PageRequest } & schedules.ScheduleFilter) {
  const scope = ownScope(ctx.caller);
  return mapPage(await schedules.list(ctx.db.prisma, { scope, ...filter }, page), (job) => presentJob(ctx, job));
}

/** One of the schedules; refuses notFound. */
export async function findJob(ctx: Context, jobId: string): Promise<ScheduleRecord> {
  const scope = ownScope(ctx.caller);
  const found = ID.test(jobId) ? await schedules.find(ctx.db.prisma, scope, jobId) : null;
  if (!found) throw new Failure("notFound", "There is no such job.");
  return found;
}

export const readJob = async (ctx: Context, jobId: string) => presentJob(ctx, await findJob(ctx, jobId));
