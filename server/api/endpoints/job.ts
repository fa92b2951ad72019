import { z } from "zod";
import { deleteJob, enableJob, rescheduleJob } from "#server/services/job/change-job.ts";
import { createJob } from "#server/services/job/create-job.ts";
import { listJobs, readJob } from "#server/services/job/jobs.ts";
import { listHistory, listRuns, readHistory } from "#server/services/job/list-runs.ts";
import { displayName, maybe, orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { longId, moment, nothing } from "../records/fields.ts";
import { jobRecord, runRecord } from "../records/job.ts";

const shared = { auth: "platform", tags: ["Jobs"] } as const;
const params = z.object({ jobId: z.string().max(100) });

const trigger = z.object({
  cron: z.string().max(1000, "must not be longer than 1,000 characters").meta({
    description: "A cron expression of six or seven fields, seconds first, in UTC. It may run at most once a minute.",
  }),
});

/** Numbers and flags are text in an address or a header. */
const texts = z.record(
  z.string().max(255),
  z.union([z.string().max(8192), z.number(), z.boolean()]).transform((value) => String(value)),
);

const prefix = /^\/elements\/api-v2(?=\/)/;

export const jobEndpoints = {
  createJob: endpoint({
    ...shared,
    method: "POST",
    path: "/jobs",
    summary: "Schedule an API request",
    description:
      "The request is made as the user who creates the job. It is stored encrypted, and shown with `********` in place of credentials. After missed runs, only the latest is made up for.",
    body: z.object({
      name: displayName.pipe(z.string().max(255, "must not be longer than 255 characters")),
      description: maybe(z.string().max(2000, "must not be longer than 2,000 characters")),
      method: orElse(
        z
          .string("must be text")
          .transform((text) => text.toUpperCase())
          .pipe(z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"], "must be GET, POST, PUT, PATCH or DELETE")),
        "GET",
      ),
      uri: z
        .string()
        .max(4000, "must not be longer than 4,000 characters")
        .regex(/^\/(?![/\\])/, "must be a path of this API, such as /formulas")
        .transform((text) => text.replace(prefix, "")),
      trigger: z.preprocess((value) => value ?? {}, trigger),
      body: z.unknown().optional(),
      query: orElse(texts, {}),
      headers: orElse(texts, {}),
    }),
    reply: jobRecord,
    handle: (ctx, { body }) => createJob(ctx, body),
  }),

  listJobs: endpoint({
    ...shared,
    method: "GET",
    path: "/jobs",
    summary: "List scheduled jobs",
    description:
      "Returns one job for each active instance of an active formula with a scheduled trigger, and all scheduled API requests.",
    paged: true,
    reply: z.array(jobRecord),
    handle: (ctx, { page }) => listJobs(ctx, { page }),
  }),

  listRuns: endpoint({
    ...shared,
    method: "GET",
    path: "/jobs/executions",
    summary: "List the runs of all jobs",
    query: z.object({
      page: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, "must be a whole number from 1")
        .transform(Number)
        .optional(),
      "elementKeys[]": z.array(z.string().max(255)).max(100).optional(),
      startTime: moment.optional(),
      endTime: moment.optional(),
    }),
    paged: true,
    reply: z.array(runRecord),
    handle: (ctx, { query: { page: number, "elementKeys[]": elementKeys, ...times }, page }) =>
      listRuns(ctx, { ...times, elementKeys, number, page }),
  }),

  readJob: endpoint({
    ...shared,
    method: "GET",
    path: "/jobs/{jobId}",
    summary: "Get a job",
    params,
    reply: jobRecord,
    handle: (ctx, { params }) => readJob(ctx, params.jobId),
  }),

  deleteJob: endpoint({
    ...shared,
    method: "DELETE",
    path: "/jobs/{jobId}",
    summary: "Delete a job",
    description: "To delete the job of a formula instance, deactivate the instance.",
    params,
    reply: nothing,
    handle: (ctx, { params }) => deleteJob(ctx, params.jobId),
  }),

  enableJob: endpoint({
    ...shared,
    method: "PUT",
    path: "/jobs/{jobId}/enable",
    summary: "Enable a job",
    description: "Runs that were missed while the job was disabled are not made up for.",
    params,
    reply: jobRecord,
    handle: (ctx, { params }) => enableJob(ctx, { jobId: params.jobId, enabled: true }),
  }),

  disableJob: endpoint({
    ...shared,
    method: "PUT",
    path: "/jobs/{jobId}/disable",
    summary: "Disable a job",
    params,
    reply: jobRecord,
    handle: (ctx, { params }) => enableJob(ctx, { jobId: params.jobId, enabled: false }),
  }),

  rescheduleJob: endpoint({
    ...shared,
    method: "PATCH",
    path: "/jobs/{jobId}/reschedule",
    summary: "Change the schedule of a job",
    description:
      "The job of a formula instance keeps this schedule until the cron expression of its formula or configuration changes.",
    params,
    body: z.object({ trigger: z.preprocess((value) => value ?? {}, trigger) }),
    reply: jobRecord,
    handle: (ctx, { params, body }) => rescheduleJob(ctx, { jobId: params.jobId, cronText: body.trigger.cron }),
  }),

  listHistory: endpoint({
    ...shared,
    method: "GET",
    path: "/jobs/{jobId}/history",
    summary: "List the runs of a job",
    params,
    paged: true,
    reply: z.array(runRecord),
    handle: (ctx, { params, page }) => listHistory(ctx, { jobId: params.jobId, page }),
  }),

  readHistory: endpoint({
    ...shared,
    method: "GET",
    path: "/jobs/{jobId}/history/{historyId}",
    summary: "Get a run of a job",
    params: params.extend({ historyId: longId }),
    reply: runRecord,
    handle: (ctx, { params }) => readHistory(ctx, { jobId: params.jobId, historyId: params.historyId }),
  }),
};
