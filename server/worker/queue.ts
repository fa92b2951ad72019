import type pg from "pg";
import type { z } from "zod";
import type { Room } from "./queue-worker.ts";
import type { DueWork } from "./scheduler.ts";

type Common = {
  name: string;
  /** How many items one worker runs at a time, and how many of them for one organization. */
  concurrency: number;
  perOrganization: number;
  /** The channel on which Postgres notifies of new work. Otherwise the next poll finds it. */
  channel?: string;
};

/**
 * A queue whose jobs are stored in pg-boss: it retries them, and keeps jobs whose last attempt failed as dead letters.
 */
export type JobQueue<Payload> = Common & {
  carrier: "pg-boss";
  /** With `organizationId`, organizations share a worker fairly; users of `accountId` see jobs that failed for good. */
  payload: z.ZodType<Payload>;
  /** Runs at least once for each job: it must recognize work that has already been done. */
  handle(payload: Payload): Promise<void>;
  retries: { limit: number; delaySeconds: number; longestDelaySeconds?: number };
  /** Longer than the handler may take: after this time its worker is considered dead, and the job runs again. */
  expireSeconds: number;
  /** A cron, in UTC, that sends jobs without a payload. */
  cron?: string;
  /** Claims due rows of the queue's own table; the jobs are sent in the same transaction. */
  due?: { everyMs: number; claim(client: pg.ClientBase, room: ClaimRoom): Promise<Payload[]> };
  /** Called with the payload of a dead letter: records on the queue's own rows that the work has failed. */
  giveUp?(payload: Payload, reason: string): Promise<void>;
  /** False: a failed job is sent again by its cron, and nobody has to see it. */
  hasDeadLetters: boolean;
};

export type ClaimRoom = { limit: number; fullOrganizations: number[] };

/** A queue whose rows are its jobs: each is claimed by a lease, and stores when it is due again. */
export type RowQueue<Item extends { organizationId: number }> = Common & {
  carrier: "rows";
  claim(room: Room<Item>): Promise<Item[]>;
  handle(item: Item): Promise<void>;
  restMs?: (claimed: number) => number;
  /** Makes rows ready, or finds those whose worker died. */
  due?: DueWork[];
  /** The handler itself releases its work when a worker stops, so the worker does not wait for it. */
  releasesItself?: boolean;
};

export type Queue = JobQueue<object> | RowQueue<{ organizationId: number }>;

/** The table holds queues of all payloads: each calls its handler only with its own payload. */
export const jobQueue = <Payload extends object>(queue: Omit<JobQueue<Payload>, "carrier">): JobQueue<object> => ({
  ...(queue as Omit<JobQueue<object>, "carrier">),
  carrier: "pg-boss",
});

export const rowQueue = <Item extends { organizationId: number }>(
  queue: Omit<RowQueue<Item>, "carrier">,
): RowQueue<{ organizationId: number }> => ({
  ...(queue as Omit<RowQueue<{ organizationId: number }>, "carrier">),
  carrier: "rows",
});
