import { type JobWithMetadata, PgBoss } from "pg-boss";
import type { JobSender } from "#server/ports.ts";

/** The settings of a pg-boss queue. */
export type JobSettings = {
  name: string;
  /**
   * The number of retries of a failed job, with doubled delays, and the time after which a job of a dead worker is
   * lost.
   */
  retries: { limit: number; delaySeconds: number; longestDelaySeconds?: number };
  expireSeconds: number;
  /** When a job is enqueued without a payload, in UTC. */
  cron?: string;
  /** The queue for jobs whose last attempt has failed; it must precede this queue in the list. */
  deadLetter?: string;
};

/** A job that this process has claimed. `retryCount` identifies the attempt. */
export type ClaimedJob = {
  id: string;
  retryCount: number;
  payload: unknown;
  /** For a dead letter: the job that failed. */
  failed: { queue: string; jobId: string; reason: string } | null;
};

export type JobQueues = JobSender & {
  /** Creates these queues, or updates those of an earlier version. Removes the schedules of all others. */
  define: (queues: readonly JobSettings[]) => Promise<void>;
  /** Claims up to `limit` due jobs, oldest first, except from organizations that have reached their share. */
  claim: (queue: string, room: { limit: number; fullOrganizations: readonly number[] }) => Promise<ClaimedJob[]>;
  complete: (queue: string, jobs: readonly ClaimedJob[]) => Promise<void>;
  /** Schedules a retry or, after the last attempt, makes it a dead letter. */
  fail: (queue: string, job: ClaimedJob, reason: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The notification channel for queues with new jobs. */
export const JOB_READY = "job_ready";

/** The delay until an expired job of a dead worker is detected. */
const MONITOR_SECONDS = 10;

/** The connections of the job queues, which others open and close. */
type Connections = { query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> };

/**
 * Opens the job queues (pg-boss, in the schema `pgboss`). Every process may send; a process with `works` maintains
 * them.
 */
export async function openJobQueues(
  connections: Connections,
  {
    works,
    monitorSeconds = MONITOR_SECONDS,
    onError,
  }: { works: boolean; monitorSeconds?: number; onError: (error: unknown) => void },
): Promise<JobQueues> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => connections.query(text, values) },
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
  });
  boss.on("error", onError);
  await boss.start();

  return {
    async define(queues) {
      for (const { name, retries, expireSeconds, cron, deadLetter } of queues) {
        const { limit, delaySeconds, longestDelaySeconds } = retries;
        const options = {
          ...{ retryLimit: limit, retryDelay: delaySeconds, retryBackoff: true, expireInSeconds: expireSeconds },
          ...(longestDelaySeconds !== undefined && { retryDelayMax: longestDelaySeconds }),
          ...(deadLetter !== undefined && { deadLetter }),
        };
        await boss.createQueue(name, options);
        await boss.updateQueue(name, options);
        if (cron) await boss.schedule(name, cron, {});
      }
      // Also for queues of an earlier version.
      const crons = new Set(queues.filter(({ cron }) => cron).map(({ name }) => name));
      for (const { name } of await boss.getSchedules()) if (!crons.has(name)) await boss.unschedule(name);
    },
    async send(queue, payloads, within) {
      const db = { executeSql: (text: string, values?: unknown[]) => within.query(text, values) };
      const jobs = payloads.map((data) => ({ data, ...groupOf(data) }));
      await boss.insert(queue, jobs, { db, returnId: false });
      await within.query("select pg_notify($1, $2)", [JOB_READY, queue]);
    },
    async claim(queue, { limit, fullOrganizations }) {
      const ignoreGroups = fullOrganizations.map(String);
      const jobs = await boss.fetch<object>(queue, { batchSize: limit, ignoreGroups, includeMetadata: true });
      return jobs.map(claimed);
    },
    async complete(queue, jobs) {
      await boss.complete(
        queue,
        jobs.map(({ id, retryCount }) => ({ id, retryCount })),
      );
    },
    async fail(queue, { id, retryCount }, reason) {
      await boss.fail(queue, { id, retryCount }, { message: reason });
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

const groupOf = ({ organizationId }: { organizationId?: unknown }) =>
  organizationId === undefined ? {} : { group: { id: String(organizationId) } };

const claimed = ({ id, retryCount, data, sourceName, sourceId, sourceOutput }: JobWithMetadata): ClaimedJob => ({
  id,
  retryCount,
  payload: data ?? {},
  failed:
    sourceName !== null && sourceId !== null
      ? { queue: sourceName, jobId: sourceId, reason: messageIn(sourceOutput) }
      : null,
});

/** pg-boss itself reports why a job of a dead worker is lost. */
const messageIn = (output: object | null) =>
  output && "message" in output && typeof output.message === "string" ? output.message : "It failed without a reason.";
