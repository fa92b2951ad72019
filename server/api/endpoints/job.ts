import { z } from "zod";
import { displayName, maybe, orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { longId, moment, nothing } from "../records/fields.ts";

const job = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    schedule: z.string().meta({ description: "The cron expression, in UTC." }),
    disallowConcurrent: z.boolean(),
    data: z.record(z.string(), z.unknown()),
    trigger: z.object({
      id: z.string(),
      state: z.string(),
      startTime: z.string(),
      endTime: z.string().optional(),
      nextFireTime: z.string().optional(),
      mayFireAgain: z.boolean(),
      priority: z.number().int(),
      description: z.string(),
      calendarName: z.string().optional(),
    }),
  })
  .meta({ id: "Job", description: "Work that runs on a schedule." });

const run = z
  .object({
    job_history_id: z.number().int(),
    job_name: z.string(),
    job_group: z.string(),
    job_class_name: z.string(),
    job_state: z.enum(["waiting", "running", "success", "failed"]),
    job_data: z.record(z.string(), z.unknown()),
    job_error_message: z.string().nullable(),
    start_time: z.string().nullable(),
    end_time: z.string().nullable(),
    account_id: z.number().int(),
    company_id: z.number().int(),
    instance_id: z.number().int().nullable(),
    user_id: z.number().int(),
    created_dt: z.string(),
    updated_dt: z.string(),
  })
  .meta({ id: "JobRun", description: "One run of a job." });

const shared = { auth: "platform", tags: ["Jobs"] } as const;
const params = z.object({ jobId: z.string().max(100) });

const trigger = z.object({
  cron: z.string("is required").max(1000, "must not be longer than 1,000 characters").meta({
    description: "A cron expression of six or seven fields, seconds first, in UTC. It may run at most once a minute.",
  }),
});

/** Numbers and flags are text in an address or a header. */
const texts = z.record(
  z.string().max(255),
  z.union([z.string().max(8192), z.number(), z.boolean()]).transform((value) => String(value)),
);

const prefix = /^\/elements\/api-v2(?=\/)/;

export const createJob = endpoint({
  ...shared,
  method: "POST",
  path: "/jobs",
  summary: "Schedule an API request",
  description:
    "The request is made as the user who creates the job. After missed runs, only the latest is made up for.",
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
      .string("is required")
      .max(4000, "must not be longer than 4,000 characters")
      .regex(/^\/(?![/\\])/, "must be a path of this API, such as /formulas")
      .transform((text) => text.replace(prefix, "")),
    trigger: z.preprocess((value) => value ?? {}, trigger),
    body: z.unknown().optional(),
    query: orElse(texts, {}),
    headers: orElse(texts, {}),
  }),
  reply: job,
});

export const listJobs = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs",
  summary: "List scheduled jobs",
  description:
    "Returns one job for each active instance of an active formula with a scheduled trigger, and all scheduled API requests.",
  paged: true,
  reply: z.array(job),
});

export const readJob = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs/{jobId}",
  summary: "Get a job",
  params,
  reply: job,
});

export const deleteJob = endpoint({
  ...shared,
  method: "DELETE",
  path: "/jobs/{jobId}",
  summary: "Delete a job",
  description: "To delete the job of a formula instance, deactivate the instance.",
  params,
  reply: nothing,
});

export const enableJob = endpoint({
  ...shared,
  method: "PUT",
  path: "/jobs/{jobId}/enable",
  summary: "Enable a job",
  description: "Runs that were missed while the job was disabled are not made up for.",
  params,
  reply: job,
});

export const disableJob = endpoint({
  ...shared,
  method: "PUT",
  path: "/jobs/{jobId}/disable",
  summary: "Disable a job",
  params,
  reply: job,
});

export const rescheduleJob = endpoint({
  ...shared,
  method: "PATCH",
  path: "/jobs/{jobId}/reschedule",
  summary: "Change the schedule of a job",
  description:
    "The job of a formula instance keeps this schedule until the cron expression of its formula or configuration changes.",
  params,
  body: z.object({ trigger: z.preprocess((value) => value ?? {}, trigger) }),
  reply: job,
});

export const listHistory = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs/{jobId}/history",
  summary: "List the runs of a job",
  params,
  paged: true,
  reply: z.array(run),
});

export const readHistory = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs/{jobId}/history/{historyId}",
  summary: "Get a run of a job",
  params: params.extend({ historyId: longId }),
  reply: run,
});

export const listRuns = endpoint({
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
  reply: z.array(run),
});
