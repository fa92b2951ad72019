import { z } from "zod";

export const jobRecord = z
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

export const runRecord = z
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
