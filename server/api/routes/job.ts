import { findJob, listJobs } from "#server/services/job/jobs.ts";
import * as contract from "../contract/job.ts";
import { route } from "../route.ts";

export const jobRoutes = [
  route(contract.listJobs, (ctx, { page }) => listJobs(ctx, { page })),
  route(contract.readJob, (ctx, { params }) => findJob(ctx, params.jobId)),
];
