import type pg from "pg";
import type { z } from "zod";
import type { Room } from "./queue-worker.ts";
import type { DueWork } from "./scheduler.ts";

type Common = {
  name: string;
  /** What one worker runs at a time, and how much of it for one organization. */
  concurrency: number;
  perOrganization: number;
  /** The channel on which Postgres notifies of new work. Without it the next look finds it. */
  channel?: string;
};

/** A queue whose jobs pg-boss carries: it retries them, and keeps as dead letters those whose last attempt has failed. */
export type JobQueue<Payload> = Common & {
  carrier: "pg-boss";
  /** With `organizationId` organizations share a worker fairly; people of `accountId` see what failed for good. */
  payload: z.ZodType<Payload>;
  /** Runs at least once for each job: it recognizes what has been done already. */
  handle(payload: Payload): Promise<void>;
  retries: { limit: number; delaySeconds: number; longestDelaySeconds?: number };
  /** Longer than the handler may take: by then its worker has died, and the job runs again. */
  expireSeconds: number;
  /** Sent at these times, in UTC, without a payload. */
  cron?: string;
  /** Claims what is due from its own rows; the jobs are sent in the same transaction. */
  due?: { everyMs: number; claim(client: pg.ClientBase, room: ClaimRoom): Promise<Payload[]> };
  /** Of the payload of a dead letter: records on its own rows that nobody works on them any more. */
  giveUp?(payload: Payload, reason: string): Promise<void>;
  /** False: a job that failed is sent again by its cron, and nobody has to see it. */
  hasDeadLetters: boolean;
};

export type ClaimRoom = { limit: number; fullOrganizations: number[] };

/** A queue whose rows are its jobs: each is claimed by a lease, and says itself when it is due again. */
export type RowQueue<Item extends { organizationId: number }> = Common & {
  carrier: "rows";
  claim(room: Room<Item>): Promise<Item[]>;
  handle(item: Item): Promise<void>;
  restMs?: (claimed: number) => number;
  /** What makes its rows ready, or finds those whose worker died. */
  due?: DueWork[];
  /** What runs when a worker stops is handed back by whoever runs it, and not waited for here. */
  handsBack?: boolean;
};

export type Queue = JobQueue<object> | RowQueue<{ organizationId: number }>;

/** The table holds queues of all payloads: each calls its handler with its own only. */
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
