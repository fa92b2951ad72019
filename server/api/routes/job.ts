import { deleteJob, enableJob, rescheduleJob } from "#server/services/job/change-job.ts";
import { createJob } from "#server/services/job/create-job.ts";
import { listJobs, readJob } from "#server/services/job/jobs.ts";
import { listHistory, listRuns, readHistory } from "#server/services/job/list-runs.ts";
import * as contract from "../endpoints/job.ts";
import { route } from "../route.ts";

export const jobRoutes = [
  route(contract.createJob, (ctx, { body }) => createJob(ctx, body)),
  route(contract.listJobs, (ctx, { page }) => listJobs(ctx, { page })),
  route(contract.listRuns, (ctx, { query: { page: number, "elementKeys[]": elementKeys, ...times }, page }) =>
    listRuns(ctx, { ...times, elementKeys, number, page }),
  ),
  route(contract.readJob, (ctx, { params }) => readJob(ctx, params.jobId)),
  route(contract.deleteJob, (ctx, { params }) => deleteJob(ctx, params.jobId)),
  route(contract.enableJob, (ctx, { params }) => enableJob(ctx, params.jobId, true)),
  route(contract.disableJob, (ctx, { params }) => enableJob(ctx, params.jobId, false)),
  route(contract.rescheduleJob, (ctx, { params, body }) => rescheduleJob(ctx, params.jobId, body.trigger.cron)),
  route(contract.listHistory, (ctx, { params, page }) => listHistory(ctx, params.jobId, page)),
  route(contract.readHistory, (ctx, { params }) => readHistory(ctx, params.jobId, params.historyId)),
];
