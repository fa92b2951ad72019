import { type DatabaseOptions, PgBoss } from "pg-boss";
import type { Queue } from "#server/context.ts";
import { JOBS, type JobName, type JobPayload } from "#server/jobs.ts";

/** What a worker does for each kind of job. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayload<Name>) => Promise<void> };

/** Passed through to `pg`: a server that answers nothing holds a connection no longer. */
const LIMITS = { connectionTimeoutMillis: 3000, query_timeout: 62_000 };

const DEAD_LETTERS = new Set<string>(
  Object.values(JOBS).flatMap((job) => ("deadLetter" in job ? [job.deadLetter] : [])),
);

/** Opens the queue (pg-boss, in the schema `pgboss`). Every process may send; those given handlers also work. */
export async function openQueue(
  connection: DatabaseOptions,
  { handlers, onError }: { handlers?: JobHandlers; onError: (error: unknown) => void },
): Promise<Queue & { close: () => Promise<void> }> {
  const works = handlers !== undefined;
  const boss = new PgBoss({
    ...connection,
    ...LIMITS,
    max: works ? 4 : 2,
    supervise: works,
    schedule: works,
    useListenNotify: works,
  });
  boss.on("error", onError);
  await boss.start();
  for (const [name, { retryLimit, retryDelaySeconds, ...job }] of Object.entries(JOBS)) {
    const options = {
      ...{ retryLimit, retryDelay: retryDelaySeconds, retryBackoff: true },
      // Nothing is notified of a dead letter, and queues with notifications are polled every half minute only.
      notify: !DEAD_LETTERS.has(name),
      ...("deadLetter" in job && { deadLetter: job.deadLetter }),
    };
    await boss.createQueue(name, options);
    // A queue that an earlier version has made keeps its options otherwise.
    await boss.updateQueue(name, options);
    if ("cron" in job) await boss.schedule(name, job.cron);
  }
  if (handlers) for (const name of Object.keys(JOBS) as JobName[]) await work(name, handlers[name]);

  /** Batches of two and more drain a backlog at once; each job settles by itself. */
  async function work(name: JobName, handle: (payload: never) => Promise<void>) {
    const options = { batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const;
    await boss.work(name, options, async (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data }) => {
          try {
            // The handler and the schema come from the same row, which the compiler cannot follow.
            await handle(JOBS[name].payload.parse(data) as never);
            return { id, status: "completed" as const };
          } catch (error) {
            onError(error);
            return { id, status: "failed" as const, output: { message: String(error) } };
          }
        }),
      ),
    );
  }

  return {
    async send(name, payload, within) {
      const db = within && { executeSql: async (text: string, values?: unknown[]) => within.query(text, values) };
      await boss.send(name, payload, db ? { db } : {});
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
