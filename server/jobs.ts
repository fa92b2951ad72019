import { z } from "zod";

type Job = {
  payload: z.ZodObject;
  retryLimit: number;
  retryDelaySeconds: number;
  cron?: string;
  /** The job, listed before, that gets the payload when the last attempt has failed or its worker has died. */
  deadLetter?: string;
};

/** What the queue carries: name, payload, how often it is tried again (each time after twice the delay), and when it comes by itself. */
export const JOBS = {
  /** Ends a notification that could not be delivered. */
  "notification.failed": {
    payload: z.object({ notificationId: z.number().int() }),
    retryLimit: 20,
    retryDelaySeconds: 30,
  },
  /** Takes a notification to the address or webhook it names. */
  "notification.deliver": {
    payload: z.object({ notificationId: z.number().int() }),
    retryLimit: 8,
    retryDelaySeconds: 30,
    deadLetter: "notification.failed",
  },
  /** Deletes records past their retention. */
  "retention.sweep": { payload: z.object({}), retryLimit: 2, retryDelaySeconds: 600, cron: "17 3 * * *" },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.output<(typeof JOBS)[Name]["payload"]>;
