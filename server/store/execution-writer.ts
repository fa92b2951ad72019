import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** A new execution. With a `runnerId` this process already runs it (lease epoch 1); without one it waits for a worker. */
export type NewExecution = {
  id: number;
  organizationId: number;
  accountId: number;
  formulaId: number;
  formulaInstanceId: number;
  revision: number;
  status: "pending" | "queued";
  triggerType: string;
  trigger: string;
  cause: string | null;
  eventId: string | null;
  objectId: string | null;
  late: boolean;
  singleThreaded: boolean;
  runnerId: string | null;
  createdAt: Date;
};

export type NewStep = {
  seq: number;
  attempt: number;
  path: string;
  stepName: string;
  stepType: string;
  engine: string;
  status: "success" | "failed";
  took: string;
  hidden: boolean;
  output: string | null;
  notes: string | null;
  error: string | null;
  sealed: string | null;
  contextSize: number;
  delayMs: number;
  durationMs: number;
  createdAt: Date;
};

/** How a run ended. `attempt` and `retryAt` belong to status `retry`. */
export type Finish = {
  status: "success" | "failed" | "retry";
  error: string | null;
  retryAt: Date | null;
  attempt: number;
};

/** The execution is no longer this process's: taken over, cancelled or ended (`reliability.md` S4). */
export class LeaseLost extends Error {
  constructor(executionId: number) {
    super(`Execution ${executionId} is held by another process or has ended.`);
    this.name = "LeaseLost";
  }
}

type Held = { executionId: number; leaseEpoch: number };

export type ExecutionWriter = {
  /** False when its `cause` has already started an execution of this formula instance. */
  insert: (execution: NewExecution) => Promise<boolean>;
  /** Resolves when the steps are on disk; rejects with LeaseLost when the execution is no longer held. */
  steps: (held: Held, steps: NewStep[]) => Promise<void>;
  finish: (held: Held, finish: Finish) => Promise<void>;
  close: () => Promise<void>;
};

type Waiting = { resolve: (landed: boolean) => void; reject: (error: unknown) => void };
type Batch = {
  inserts: ({ execution: NewExecution; finish?: Finish } & Waiting)[];
  steps: ({ held: Held; steps: NewStep[] } & Waiting)[];
  finishes: ({ held: Held; finish: Finish } & Waiting)[];
};

const emptyBatch = (): Batch => ({ inserts: [], steps: [], finishes: [] });

/**
 * Group commit: what all executions of this process have to write goes to Postgres in one statement. While one is
 * under way the next gathers; when there is much to do, for at least `paceMs`. Each promise resolves once its
 * rows are on disk.
 * A statement that fails is given again after a pause until the connection is back: only a row Postgres
 * refuses for what it is rejects.
 */
export function createExecutionWriter(pool: pg.Pool, { paceMs = 10, maxSteps = 2000 } = {}): ExecutionWriter {
  let gathering = emptyBatch();
  let underWay: Promise<void> | null = null;
  let closed = false;
  let restUntil = 0;

  const enqueue = <Op extends keyof Batch>(kind: Op, item: Omit<Batch[Op][number], keyof Waiting>) =>
    new Promise<boolean>((resolve, reject) => {
      // The item is complete with its two callbacks; the mapped type is too general to see it.
      (gathering[kind] as unknown[]).push({ ...item, resolve, reject });
      underWay ??= pump();
    });

  async function pump() {
    for (;;) {
      const restMs = restUntil - performance.now();
      await (restMs > 0.5 ? pause(restMs) : new Promise(setImmediate));
      const batch = takeBatch();
      const isBusy = batch.inserts.length + batch.finishes.length > 2;
      restUntil = isBusy ? performance.now() + paceMs : 0;
      await write(pool, batch, () => closed);
      if (isEmpty(gathering)) break;
    }
    underWay = null;
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
      // What is left over keeps its order: no finish may overtake its own steps.
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

const isEmpty = ({ inserts, steps, finishes }: Batch) => inserts.length + steps.length + finishes.length === 0;

/**
 * One statement for the whole batch. Rows of executions that are new in it need no guard; all others are joined
 * to their execution row, locked, with the epoch this process holds. The update reads the lock's result, so
 * that a row is locked before it is changed.
 */
const WRITE = `
with new_execution as (
  insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
    trigger, cause, event_id, object_id, late, single_threaded, runner_id, lease_epoch, created_at, error, retry_at, attempt, untold)
  select id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
    trigger, cause, event_id, object_id, late, single_threaded, runner_id,
    lease_epoch, created_at, error, retry_at, attempt, status = 'failed'
  from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::bool[], $14::bool[], $15::uuid[], $16::timestamptz[], $17::text[],
    $18::timestamptz[], $19::int[], $20::int[])
    as row(id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger,
      cause, event_id, object_id, late, single_threaded, runner_id, created_at, error, retry_at, attempt, lease_epoch)
  on conflict do nothing
  returning id, runner_id is null and status = 'pending' as waiting
), held as (
  select e.id from execution e
  join unnest($21::bigint[], $22::int[]) as mine(id, lease_epoch) on e.id = mine.id and e.lease_epoch = mine.lease_epoch
  where e.status = 'pending'
  for share of e
), step as (
  insert into step_execution (execution_id, seq, attempt, path, step_name, step_type, engine, status, took, hidden,
    output, notes, error, sealed, context_size, delay_ms, duration_ms, created_at)
  select row.* from unnest($23::bigint[], $24::int[], $25::int[], $26::text[], $27::text[], $28::text[], $29::text[],
    $30::text[], $31::text[], $32::bool[], $33::text[], $34::text[], $35::text[], $36::text[], $37::int[], $38::int[],
    $39::int[], $40::timestamptz[]) as row(execution_id, seq, attempt, path, step_name, step_type, engine, status, took,
    hidden, output, notes, error, sealed, context_size, delay_ms, duration_ms, created_at)
  where row.execution_id = any($1) or row.execution_id in (select id from held)
), finished as (
  update execution e set status = f.status, untold = f.status = 'failed', error = f.error, retry_at = f.retry_at, attempt = f.attempt,
    runner_id = null, updated_at = now()
  from unnest($41::bigint[], $42::text[], $43::text[], $44::timestamptz[], $45::int[])
    as f(id, status, error, retry_at, attempt)
  join held on held.id = f.id
  where e.id = f.id
)
select (select array_agg(id) from new_execution) as inserted, (select array_agg(id) from held) as held,
  (select pg_notify('execution_waiting', '') from new_execution where waiting limit 1) as told`;

async function write(pool: pg.Pool, batch: Batch, isClosed: () => boolean): Promise<void> {
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    try {
      // After a lost connection the statement may have been committed all the same: then it must not run twice.
      const landed = (pauseMs > 50 && (await findLanded(pool, batch))) || (await writeOnce(pool, batch));
      for (const { execution, resolve } of batch.inserts) resolve(landed.has(execution.id));
      for (const { held, resolve } of [...batch.steps, ...batch.finishes]) resolve(landed.has(held.executionId));
      return;
    } catch (error) {
      const parts = isRefusal(error) ? byExecution(batch) : [];
      if (parts.length > 1) {
        // One row Postgres refuses must not take its neighbours with it.
        for (const part of parts) await write(pool, part, isClosed);
        return;
      }
      if (isClosed() || isRefusal(error)) {
        for (const { reject } of [...batch.inserts, ...batch.steps, ...batch.finishes]) reject(error);
        return;
      }
      await pause(pauseMs);
    }
  }
}

/** Writes the batch and answers the ids of the executions whose rows were taken. */
async function writeOnce(pool: pg.Pool, batch: Batch): Promise<Set<number>> {
  const { rows } = await pool.query<{ inserted: string[] | null; held: string[] | null }>({
    name: "execution_write",
    text: WRITE,
    values: columnsOf(batch),
  });
  return new Set([...(rows[0]?.inserted ?? []), ...(rows[0]?.held ?? [])].map(Number));
}

/** The executions whose rows are there, if the batch was committed by an earlier try; null when it was not. */
async function findLanded(pool: pg.Pool, { inserts, steps, finishes }: Batch): Promise<Set<number> | null> {
  const marks = steps.map(({ held, steps }) => ({ id: held.executionId, seq: steps[0]?.seq ?? 0 }));
  const { rows } = await pool.query<{ id: string }>(
    `select id from execution where id = any($1::bigint[])
     union select execution_id from step_execution join unnest($2::bigint[], $3::int[]) as mark(id, seq)
       on execution_id = mark.id and step_execution.seq = mark.seq
     union select e.id from execution e join unnest($4::bigint[], $5::int[], $6::text[]) as ended(id, epoch, status)
       on e.id = ended.id and e.lease_epoch = ended.epoch and e.status = ended.status and e.runner_id is null`,
    [
      inserts.map(({ execution }) => execution.id),
      marks.map(({ id }) => id),
      marks.map(({ seq }) => seq),
      finishes.map(({ held }) => held.executionId),
      finishes.map(({ held }) => held.leaseEpoch),
      finishes.map(({ finish }) => finish.status),
    ],
  );
  return rows.length ? new Set(rows.map(({ id }) => Number(id))) : null;
}

function byExecution({ inserts, steps, finishes }: Batch): Batch[] {
  const parts = new Map<number, Batch>();
  const partOf = (id: number) => {
    const part = parts.get(id) ?? emptyBatch();
    parts.set(id, part);
    return part;
  };
  for (const item of inserts) partOf(item.execution.id).inserts.push(item);
  for (const item of steps) partOf(item.held.executionId).steps.push(item);
  for (const item of finishes) partOf(item.held.executionId).finishes.push(item);
  return [...parts.values()];
}

/** Classes 22 (data), 23 (constraint) and 42 (syntax) mean the same next time; everything else passes. */
const isRefusal = (error: unknown) => /^(22|23|42)/.test((error as { code?: string }).code ?? "");

/** An execution that begins and ends within one batch is inserted as it ended. */
function mergedInserts({ inserts, finishes }: Batch) {
  const endings = new Map(finishes.map(({ held, finish }) => [held.executionId, finish]));
  return inserts.map(({ execution }) => {
    const finish = endings.get(execution.id);
    return finish
      ? { ...execution, ...finish, runnerId: null, leaseEpoch: 1 }
      : { ...execution, error: null, retryAt: null, attempt: 1, leaseEpoch: execution.runnerId === null ? 0 : 1 };
  });
}

function columnsOf(batch: Batch): unknown[] {
  const rows = mergedInserts(batch);
  const news = new Set(rows.map(({ id }) => id));
  const steps = batch.steps.flatMap(({ held, steps }) =>
    steps.map((step) => ({ ...step, executionId: held.executionId })),
  );
  const finishes = batch.finishes.filter(({ held }) => !news.has(held.executionId));
  const guarded = uniqueById(
    [...batch.steps, ...finishes].map(({ held }) => held).filter((held) => !news.has(held.executionId)),
  );
  const column = <Row, Value>(from: Row[], value: (row: Row) => Value) => from.map(value);
  return [
    column(rows, (row) => row.id),
    column(rows, (row) => row.organizationId),
    column(rows, (row) => row.accountId),
    column(rows, (row) => row.formulaId),
    column(rows, (row) => row.formulaInstanceId),
    column(rows, (row) => row.revision),
    column(rows, (row) => row.status),
    column(rows, (row) => row.triggerType),
    column(rows, (row) => row.trigger),
    column(rows, (row) => row.cause),
    column(rows, (row) => row.eventId),
    column(rows, (row) => row.objectId),
    column(rows, (row) => row.late),
    column(rows, (row) => row.singleThreaded),
    column(rows, (row) => row.runnerId),
    column(rows, (row) => row.createdAt),
    column(rows, (row) => row.error),
    column(rows, (row) => row.retryAt),
    column(rows, (row) => row.attempt),
    column(rows, (row) => row.leaseEpoch),
    column(guarded, (row) => row.executionId),
    column(guarded, (row) => row.leaseEpoch),
    column(steps, (row) => row.executionId),
    column(steps, (row) => row.seq),
    column(steps, (row) => row.attempt),
    column(steps, (row) => row.path),
    column(steps, (row) => row.stepName),
    column(steps, (row) => row.stepType),
    column(steps, (row) => row.engine),
    column(steps, (row) => row.status),
    column(steps, (row) => row.took),
    column(steps, (row) => row.hidden),
    column(steps, (row) => row.output),
    column(steps, (row) => row.notes),
    column(steps, (row) => row.error),
    column(steps, (row) => row.sealed),
    column(steps, (row) => row.contextSize),
    column(steps, (row) => row.delayMs),
    column(steps, (row) => row.durationMs),
    column(steps, (row) => row.createdAt),
    column(finishes, ({ held }) => held.executionId),
    column(finishes, ({ finish }) => finish.status),
    column(finishes, ({ finish }) => finish.error),
    column(finishes, ({ finish }) => finish.retryAt),
    column(finishes, ({ finish }) => finish.attempt),
  ];
}

const uniqueById = (held: Held[]) => [...new Map(held.map((one) => [one.executionId, one])).values()];
