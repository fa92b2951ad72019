import { z } from "zod";
import { displayName, maybe, orElse } from "#server/shapes.ts";
import { endpoint } from "../endpoint.ts";
import { longId, moment, nothing } from "./fields.ts";

const job = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    schedule: z.string().meta({ description: "Its cron, in UTC." }),
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
  .meta({ id: "Job", description: "Something that runs by the clock." });

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
  .meta({ id: "JobRun", description: "One time a job ran." });

const shared = { auth: "platform", tags: ["Jobs"] } as const;
const params = z.object({ jobId: z.string().max(100) });

const trigger = z.object({
  cron: z
    .string("is required")
    .max(1000, "must not be longer than 1,000 characters")
    .meta({ description: "Six or seven fields, seconds first, in UTC. At most once a minute." }),
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
  summary: "Call the API by the clock",
  description: "The call is made as the user who creates the job. Of times that were missed the last is made up for.",
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
  summary: "List what runs by the clock",
  description:
    "One job for each active instance of an active formula with a scheduled trigger, and the calls that were asked for.",
  paged: true,
  reply: z.array(job),
});

export const readJob = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs/{jobId}",
  summary: "Read a job",
  params,
  reply: job,
});

export const deleteJob = endpoint({
  ...shared,
  method: "DELETE",
  path: "/jobs/{jobId}",
  summary: "Delete a job",
  description: "That of a formula instance ends when the instance is deactivated.",
  params,
  reply: nothing,
});

export const enableJob = endpoint({
  ...shared,
  method: "PUT",
  path: "/jobs/{jobId}/enable",
  summary: "Enable a job",
  description: "Times that passed while it was disabled are not made up for.",
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
  summary: "Give a job other times",
  description: "That of a formula instance keeps them until the cron of its formula or configuration changes.",
  params,
  body: z.object({ trigger: z.preprocess((value) => value ?? {}, trigger) }),
  reply: job,
});

export const listHistory = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs/{jobId}/history",
  summary: "List when a job ran",
  params,
  paged: true,
  reply: z.array(run),
});

export const readHistory = endpoint({
  ...shared,
  method: "GET",
  path: "/jobs/{jobId}/history/{historyId}",
  summary: "Read one run of a job",
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
