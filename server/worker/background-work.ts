import type { App } from "#server/context.ts";
import { type ClaimedJob, JOB_READY, type JobQueues } from "#server/outside/job-queues.ts";
import { keepDeadLetter } from "#server/services/dead-letter/keep-dead-letter.ts";
import { coalesce } from "#server/store/database/coalesce.ts";
import { listen } from "#server/store/database/listen.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import type { JobQueue, Queue, RowQueue } from "./queue.ts";
import { countBy, type QueueWorker, type Room, startQueueWorker } from "./queue-worker.ts";
import { type DueWork, startScheduler } from "./scheduler.ts";

const DEAD_LETTERS = "dead-letters";
/** Without these, nobody would see failed jobs. */
const DEAD_LETTER_RETRIES = { limit: 20, delaySeconds: 30 };
const LONGEST_REASON = 2000;
/** Workers are notified of new jobs; only jobs that wait for another attempt are found by polling. */
const JOB_IDLE_MS = 1000;

type Options = {
  queues: readonly Queue[];
  jobs: JobQueues;
  /** Further channels to listen on. */
  channels?: Record<string, (payload: string) => void>;
};

/** Starts a worker for each queue, and the scheduler that sends due jobs. */
export async function startBackgroundWork(app: Pick<App, "db" | "log">, { queues, jobs, channels = {} }: Options) {
  const { log } = app;
  const carried = queues.filter((queue): queue is JobQueue<object> => queue.carrier === "pg-boss");
  const own = queues.filter((queue): queue is RowQueue<{ organizationId: number }> => queue.carrier === "rows");
  await jobs.define([
    { name: DEAD_LETTERS, retries: DEAD_LETTER_RETRIES, expireSeconds: 60 },
    ...carried.map(({ hasDeadLetters, ...queue }) => ({
      ...queue,
      ...(hasDeadLetters && { deadLetter: DEAD_LETTERS }),
    })),
  ]);

  const workers = new Map<string, QueueWorker>();
  const due: DueWork[] = own.flatMap((queue) => queue.due ?? []);
  for (const queue of own) workers.set(queue.name, startQueueWorker({ ...queue, log }));
  for (const queue of carried) {
    const started = startJobWorker(app, queue, { jobs, onRoom: () => scheduler.wake(queue.name) });
    workers.set(queue.name, started.worker);
    due.push(...started.due);
  }
  workers.set(DEAD_LETTERS, startDeadLetterWorker(app, carried, jobs));
  const scheduler = startScheduler(due, log);

  const wakeAll = () => {
    for (const worker of workers.values()) worker.wake();
  };
  const ears = listen(
    app.db.sessionUrl,
    {
      ...channels,
      ...Object.fromEntries(
        queues.flatMap(({ name, channel, carrier }) =>
          channel ? [[channel, () => (carrier === "rows" ? workers.get(name)?.wake() : scheduler.wake(name))]] : [],
        ),
      ),
      [JOB_READY]: (name) => workers.get(name)?.wake(),
    },
    wakeAll,
  );

  return {
    /** Stops claiming and waits for running jobs; jobs that the queue returns are not waited for. */
    async stop() {
      await Promise.all([scheduler.stop(), ...[...workers.values()].map((worker) => worker.stop())]);
      const returning = new Set(own.filter(({ releasesItself }) => releasesItself).map(({ name }) => name));
      await Promise.all([...workers].map(([name, worker]) => (returning.has(name) ? undefined : worker.idle())));
      await ears.close();
    },
  };
}

type Running = { job: ClaimedJob; payload: object; organizationId: number };

/** The worker of a job queue, with its scheduled tasks. */
function startJobWorker(
  { db, log }: Pick<App, "db" | "log">,
  queue: JobQueue<object>,
  { jobs, onRoom }: { jobs: JobQueues; onRoom: () => void },
): { worker: QueueWorker; due: DueWork[] } {
  const { name, due } = queue;
  const complete = completing(jobs, name);
  let hasMore = false;
  let room: Room<Running> = { ...queue, limit: queue.concurrency, underWay: new Set() };
  const worker = startQueueWorker<Running>({
    ...queue,
    idleMs: JOB_IDLE_MS,
    log,
    async claim(now) {
      room = now;
      const claimed = await jobs.claim(name, claimRoomOf(now));
      return claimed.map((job) => ({ job, payload: job.payload as object, organizationId: organizationOf(job) }));
    },
    async handle({ job }) {
      try {
        await queue.handle(queue.payload.parse(job.payload));
      } catch (error) {
        log.warn({ queue: name, jobId: job.id, err: error }, "job failed");
        return jobs.fail(name, job, reasonOf(error));
      }
      await complete(job);
    },
    onRoom: () => hasMore && onRoom(),
  });
  if (!due) return { worker, due: [] };
  const run = async () => {
    const now = claimRoomOf({ ...room, limit: queue.concurrency - room.underWay.size });
    hasMore = now.limit <= 0;
    if (hasMore) return;
    const sent = await inTransaction(db.pool, async (client) => {
      const payloads = await due.claim(client, now);
      if (payloads.length > 0) await jobs.send(name, payloads, client);
      return payloads.length;
    });
    hasMore = sent === now.limit;
  };
  return { worker, due: [{ name, everyMs: due.everyMs, run }] };
}

/** Jobs that end at the same time are completed together. */
const completing = (jobs: JobQueues, name: string) =>
  coalesce<ClaimedJob, true>(async (done) => {
    await jobs.complete(name, done);
    return done.map(() => true);
  });

/** Dead letters become records that people can see and run again. */
function startDeadLetterWorker(
  { db, log }: Pick<App, "db" | "log">,
  carried: readonly JobQueue<object>[],
  jobs: JobQueues,
): QueueWorker {
  const limits = { concurrency: 10, perOrganization: 10 };
  return startQueueWorker<ClaimedJob>({
    name: DEAD_LETTERS,
    ...limits,
    idleMs: JOB_IDLE_MS,
    log,
    claim: ({ limit }) => jobs.claim(DEAD_LETTERS, { limit, fullOrganizations: [] }),
    async handle(job) {
      try {
        const queue = carried.find(({ name }) => name === job.failed?.queue);
        if (job.failed) await keepDeadLetter({ db, log }, { ...job.failed, payload: job.payload as object });
        if (queue && job.failed) await queue.giveUp?.(queue.payload.parse(job.payload), job.failed.reason);
      } catch (error) {
        log.error({ jobId: job.failed?.jobId, err: error }, "a dead letter was not recorded");
        return jobs.fail(DEAD_LETTERS, job, reasonOf(error));
      }
      await jobs.complete(DEAD_LETTERS, [job]);
    },
  });
}

/** So small that no organization can exceed its share, whatever the owners of the jobs. */
function claimRoomOf({ limit, perOrganization, underWay }: Room<Running>) {
  const running = [...countBy(underWay, ({ organizationId }) => organizationId)];
  const isFull = ([, count]: [number, number]) => count >= perOrganization;
  const most = Math.max(0, ...running.filter((one) => !isFull(one)).map(([, count]) => count));
  return {
    limit: Math.min(limit, perOrganization - most),
    fullOrganizations: running.filter(isFull).map(([organizationId]) => organizationId),
  };
}

/** Zero for jobs that belong to no organization. */
const organizationOf = ({ payload }: ClaimedJob): number => {
  const { organizationId } = (payload ?? {}) as { organizationId?: unknown };
  return typeof organizationId === "number" ? organizationId : 0;
};

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);
