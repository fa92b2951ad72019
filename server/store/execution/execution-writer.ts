import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { isConnectionLost } from "#server/connection-errors.ts";
import { isRefusal } from "../database/database-errors.ts";
import { isMoved } from "../database/repeat-moved.ts";
import { inTransaction } from "../database/transaction.ts";
import {
  type Batch,
  emptyBatch,
  type Finish,
  type Held,
  isEmpty,
  type NewExecution,
  type NewStep,
  statementOf,
  type Waiting,
} from "./execution-batch.ts";
import type { Common } from "./execution-leases.ts";
import { endsOf, isAt, isBetween } from "./execution-places.ts";
import { byExecution, rejectInserts } from "./failed-batch.ts";

/** This process no longer holds the execution: it was taken over, cancelled or ended. */
export class LeaseLost extends Error {
  constructor(executionId: number) {
    super(`Execution ${executionId} is held by another process or has ended.`);
    this.name = "LeaseLost";
  }
}

/** The abilities of all living processes that a writer depends on. */
export type Peers = Pick<Common, "computesStepIds">;

export type ExecutionWriter = {
  /**
   * Resolves to false if its `cause` has already started an execution of this formula instance. Rejects when the
   * database has been unreachable for some seconds: its caller waits for the response. In rare cases the row is there
   * nevertheless.
   */
  insert: (execution: NewExecution) => Promise<boolean>;
  /** Resolves when the steps are committed; rejects with LeaseLost if the execution is no longer held. */
  steps: (held: Held, steps: NewStep[]) => Promise<void>;
  finish: (held: Held, finish: Finish) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Writes to Postgres with group commit: the writes of all executions of this process share one statement. While a
 * statement is running, the next batch is collected, under load for at least `paceMs`. Each promise resolves once its
 * rows are committed. A failed statement is retried after a pause until the connection is restored; the promises of steps
 * and ends reject only if Postgres rejects the row itself. What `peers` says may change.
 */
export function createExecutionWriter(
  pool: pg.Pool,
  { paceMs = 10, maxSteps = 2000, patienceMs = 4000, peers = { computesStepIds: true } } = {},
): ExecutionWriter {
  let gathering = emptyBatch();
  let underWay: Promise<void> | null = null;
  let closed = false;
  let restUntil = 0;

  const enqueue = <Op extends keyof Batch>(kind: Op, item: Omit<Batch[Op][number], keyof Waiting>) =>
    new Promise<boolean>((resolve, reject) => {
      // The item is complete with its two callbacks, but the mapped type is too general to prove it.
      (gathering[kind] as unknown[]).push({ ...item, since: performance.now(), resolve, reject });
      underWay ??= pump();
    });

  async function pump() {
    for (;;) {
      const restMs = restUntil - performance.now();
      await (restMs > 0.5 ? pause(restMs) : new Promise(setImmediate));
      const batch = takeBatch();
      const isBusy = batch.inserts.length + batch.finishes.length > 2;
      restUntil = isBusy ? performance.now() + paceMs : 0;
      await write(pool, batch, {
        ...{ isClosed: () => closed, peers },
        onUnreachable: (error) => giveUp(batch, error),
      });
      if (isEmpty(gathering)) break;
    }
    underWay = null;
  }

  function giveUp(batch: Batch, error: unknown) {
    const since = performance.now() - patienceMs;
    for (const waiting of [batch, gathering]) rejectInserts(waiting, since, error);
  }

  function takeBatch(): Batch {
    const batch = gathering;
    gathering = emptyBatch();
    let count = 0;
    const kept = batch.steps.findIndex(({ steps }) => {
      count += steps.length;
      return count > maxSteps;
    });
    if (kept > 0) {
      // The remaining steps keep their order, and a finish must not be written before its own steps.
      gathering.steps = batch.steps.splice(kept);
      const late = new Set(gathering.steps.map(({ held }) => held.executionId));
      gathering.finishes = batch.finishes.filter(({ held }) => late.has(held.executionId));
      batch.finishes = batch.finishes.filter(({ held }) => !late.has(held.executionId));
    }
    return batch;
  }

  const landed = async (held: Held, isHeld: Promise<boolean>) => {
    if (!(await isHeld)) throw new LeaseLost(held.executionId);
  };

  return {
    insert: (execution) => enqueue("inserts", { execution }),
    steps: (held, steps) => landed(held, enqueue("steps", { held, steps })),
    finish: (held, finish) => landed(held, enqueue("finishes", { held, finish })),
    async close() {
      while (underWay !== null) await underWay;
      closed = true;
    },
  };
}

type Session = Pick<pg.Pool, "query">;
type Course = { isClosed: () => boolean; peers: Peers; onUnreachable: (error: unknown) => void };

async function write(pool: pg.Pool, batch: Batch, course: Course): Promise<void> {
  let isUncertain = false;
  for (let pauseMs = 50; ; ) {
    try {
      const landed = await (isUncertain ? writeAgain : writeOnce)(pool, batch, course);
      for (const { execution, resolve } of batch.inserts) resolve(landed.has(execution.id));
      for (const { held, resolve } of [...batch.steps, ...batch.finishes]) resolve(landed.has(held.executionId));
      return;
    } catch (error) {
      // Nothing of it was written.
      if (isMoved(error)) continue;
      const parts = isRefusal(error) ? byExecution(batch) : [];
      if (parts.length > 1) {
        // A row that Postgres rejects must not fail the rest of the batch.
        for (const part of parts) await write(pool, part, course);
        return;
      }
      if (course.isClosed() || isRefusal(error)) {
        for (const { reject } of [...batch.inserts, ...batch.steps, ...batch.finishes]) reject(error);
        return;
      }
      if (isConnectionLost(error)) course.onUnreachable(error);
      if (isEmpty(batch)) return;
      await pause(pauseMs);
      isUncertain = true;
      pauseMs = Math.min(pauseMs * 2, 1000);
    }
  }
}

/**
 * Writes a batch whose statement failed. After a lost connection that statement may have been committed anyway, or be
 * running still: the lock waits until it is over, and one that takes the lock afterwards sees what is written here.
 */
const writeAgain = (pool: pg.Pool, batch: Batch, course: Course): Promise<Set<number>> =>
  inTransaction(pool, async (client) => {
    await client.query("lock table only execution in share row exclusive mode");
    return (await findLanded(client, batch)) ?? (await writeOnce(client, batch, course));
  });

/** Writes the batch and returns the ids of the executions whose rows were accepted. */
async function writeOnce(pool: Session, batch: Batch, { peers }: Course): Promise<Set<number>> {
  const { rows } = await pool.query<{ inserted: string[] | null; held: string[] | null }>(statementOf(batch, peers));
  return new Set([...(rows[0]?.inserted ?? []), ...(rows[0]?.held ?? [])].map(Number));
}

/** Returns the executions whose rows exist if an earlier attempt committed the batch; null if none did. */
async function findLanded(pool: Session, { inserts, steps, finishes }: Batch): Promise<Set<number> | null> {
  const inserted = inserts.map(({ execution }) => execution.id);
  const marks = steps.map(({ held, steps }) => ({ id: held.executionId, seq: steps[0]?.seq ?? 0 }));
  const { rows } = await pool.query<{ id: string }>(
    `select id from execution where id = any($1::bigint[]) and ${isBetween("$7", "$8")}
     union select execution_id from step_execution join unnest($2::bigint[], $3::int[]) as mark(id, seq)
       on execution_id = mark.id and step_execution.seq = mark.seq
     union select e.id from execution e join unnest($4::bigint[], $5::int[], $6::text[]) as ended(id, epoch, status)
       on e.id = ended.id and ${isAt("ended.id")} and e.lease_epoch = ended.epoch and e.status = ended.status and e.runner_id is null`,
    [
      inserted,
      marks.map(({ id }) => id),
      marks.map(({ seq }) => seq),
      finishes.map(({ held }) => held.executionId),
      finishes.map(({ held }) => held.leaseEpoch),
      finishes.map(({ finish }) => finish.status),
      ...endsOf(inserted),
    ],
  );
  return rows.length ? new Set(rows.map(({ id }) => Number(id))) : null;
}
