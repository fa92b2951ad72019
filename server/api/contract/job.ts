import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const job = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
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

const shared = { method: "GET", auth: "platform", tags: ["Jobs"] } as const;

export const listJobs = endpoint({
  ...shared,
  path: "/jobs",
  summary: "List what runs by the clock",
  words: "One job for each active instance of an active formula with a scheduled trigger.",
  paged: true,
  reply: z.array(job),
});

export const readJob = endpoint({
  ...shared,
  path: "/jobs/{jobId}",
  summary: "Read a job",
  params: z.object({ jobId: z.string().max(100) }),
  reply: job,
});
