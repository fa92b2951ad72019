import { z } from "zod";

type Job = { payload: z.ZodObject; retryLimit: number; retryDelaySeconds: number; cron?: string };

/** What the queue carries: name, payload, how often it is tried again (each time after twice the delay), and when it comes by itself. */
export const JOBS = {
  /** Takes a notification to the address or webhook it names. */
  "notification.deliver": {
    payload: z.object({ notificationId: z.number().int() }),
    retryLimit: 8,
    retryDelaySeconds: 30,
  },
  /** Deletes records past their retention. */
  "retention.sweep": { payload: z.object({}), retryLimit: 2, retryDelaySeconds: 600, cron: "17 3 * * *" },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.output<(typeof JOBS)[Name]["payload"]>;
