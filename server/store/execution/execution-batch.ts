import { column } from "../database/column.ts";

/**
 * A new execution. With a `runnerId`, this process is already running it (lease epoch 1); without one, it waits for a
 * worker.
 */
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
  requestId: string | null;
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

/** How an execution ended. `attempt` and `retryAt` are set for status `retry`. */
export type Finish = {
  status: "success" | "failed" | "retry";
  error: string | null;
  retryAt: Date | null;
  attempt: number;
};

/** An execution with the lease epoch of its holder. */
export type Held = { executionId: number; leaseEpoch: number };

/** The callbacks of a caller that waits for an item to be written; `landed` is whether its rows were accepted. */
export type Waiting = { resolve: (landed: boolean) => void; reject: (error: unknown) => void };

/** The data for one statement. */
export type Batch = {
  inserts: ({ execution: NewExecution; finish?: Finish } & Waiting)[];
  steps: ({ held: Held; steps: NewStep[] } & Waiting)[];
  finishes: ({ held: Held; finish: Finish } & Waiting)[];
};

export const emptyBatch = (): Batch => ({ inserts: [], steps: [], finishes: [] });

export const isEmpty = ({ inserts, steps, finishes }: Batch) => inserts.length + steps.length + finishes.length === 0;

/** Splits a batch into one batch for each execution. */
export function byExecution({ inserts, steps, finishes }: Batch): Batch[] {
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

/**
 * Writes the whole batch in one statement. Rows of executions that are new in the batch need no guard. All others are
 * written only if this process's lease epoch is still current; the execution's row is locked or updated in the same
 * statement.
 */
export const WRITE = `
with new_execution as (
  insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
    trigger, cause, event_id, object_id, late, single_threaded, runner_id, lease_epoch, created_at, error, retry_at, attempt, request_id, unnotified)
  select id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
    trigger, cause, event_id, object_id, late, single_threaded, runner_id,
    lease_epoch, created_at, error, retry_at, attempt, request_id, status = 'failed' and revision > 0
  from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[],
    $10::text[], $11::text[], $12::text[], $13::bool[], $14::bool[], $15::uuid[], $16::timestamptz[], $17::text[],
    $18::timestamptz[], $19::int[], $20::int[], $47::text[])
    as row(id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type, trigger,
      cause, event_id, object_id, late, single_threaded, runner_id, created_at, error, retry_at, attempt, lease_epoch, request_id)
  on conflict do nothing
  returning id, runner_id is null and status = 'pending' as waiting
), held as (
  select e.id from execution e
  join unnest($21::bigint[], $22::int[]) as mine(id, lease_epoch) on e.id = mine.id and e.lease_epoch = mine.lease_epoch
  where e.status = 'pending'
  for share of e
), finished as (
  update execution e set status = f.status, unnotified = f.status = 'failed' and e.revision > 0, error = f.error, retry_at = f.retry_at, attempt = f.attempt,
    runner_id = null, updated_at = now()
  from unnest($41::bigint[], $42::int[], $43::text[], $44::text[], $45::timestamptz[], $46::int[])
    as f(id, lease_epoch, status, error, retry_at, attempt)
  where e.id = f.id and e.lease_epoch = f.lease_epoch and e.status = 'pending'
  returning e.id
), mine as (select id from held union all select id from finished)
, step as (
  insert into step_execution (execution_id, seq, attempt, path, step_name, step_type, engine, status, took, hidden,
    output, notes, error, sealed, context_size, delay_ms, duration_ms, created_at)
  select row.* from unnest($23::bigint[], $24::int[], $25::int[], $26::text[], $27::text[], $28::text[], $29::text[],
    $30::text[], $31::text[], $32::bool[], $33::text[], $34::text[], $35::text[], $36::text[], $37::int[], $38::int[],
    $39::int[], $40::timestamptz[]) as row(execution_id, seq, attempt, path, step_name, step_type, engine, status, took,
    hidden, output, notes, error, sealed, context_size, delay_ms, duration_ms, created_at)
  where row.execution_id = any($1) or row.execution_id in (select id from mine))
select (select array_agg(id) from new_execution) as inserted, (select array_agg(id) from mine) as held,
  (select pg_notify('execution_waiting', '') from new_execution where waiting limit 1) as told`;

/** Converts a batch to the parameters of `WRITE`. */
export function columnsOf(batch: Batch): unknown[] {
  const rows = mergedInserts(batch);
  const news = new Set(rows.map(({ id }) => id));
  const steps = batch.steps.flatMap(({ held, steps }) =>
    steps.map((step) => ({ ...step, executionId: held.executionId })),
  );
  const finishes = batch.finishes.filter(({ held }) => !news.has(held.executionId));
  const ending = new Set(finishes.map(({ held }) => held.executionId));
  const guarded = uniqueById(
    batch.steps.map(({ held }) => held).filter(({ executionId }) => !news.has(executionId) && !ending.has(executionId)),
  );
  return [
    column.bigint(rows, (row) => row.id),
    column.int(rows, (row) => row.organizationId),
    column.int(rows, (row) => row.accountId),
    column.int(rows, (row) => row.formulaId),
    column.int(rows, (row) => row.formulaInstanceId),
    column.int(rows, (row) => row.revision),
    column.text(rows, (row) => row.status),
    column.text(rows, (row) => row.triggerType),
    column.text(rows, (row) => row.trigger),
    column.text(rows, (row) => row.cause),
    column.text(rows, (row) => row.eventId),
    column.text(rows, (row) => row.objectId),
    column.bool(rows, (row) => row.late),
    column.bool(rows, (row) => row.singleThreaded),
    column.uuid(rows, (row) => row.runnerId),
    column.timestamptz(rows, (row) => row.createdAt),
    column.text(rows, (row) => row.error),
    column.timestamptz(rows, (row) => row.retryAt),
    column.int(rows, (row) => row.attempt),
    column.int(rows, (row) => row.leaseEpoch),
    column.bigint(guarded, (row) => row.executionId),
    column.int(guarded, (row) => row.leaseEpoch),
    column.bigint(steps, (row) => row.executionId),
    column.int(steps, (row) => row.seq),
    column.int(steps, (row) => row.attempt),
    column.text(steps, (row) => row.path),
    column.text(steps, (row) => row.stepName),
    column.text(steps, (row) => row.stepType),
    column.text(steps, (row) => row.engine),
    column.text(steps, (row) => row.status),
    column.text(steps, (row) => row.took),
    column.bool(steps, (row) => row.hidden),
    column.text(steps, (row) => row.output),
    column.text(steps, (row) => row.notes),
    column.text(steps, (row) => row.error),
    column.text(steps, (row) => row.sealed),
    column.int(steps, (row) => row.contextSize),
    column.int(steps, (row) => row.delayMs),
    column.int(steps, (row) => row.durationMs),
    column.timestamptz(steps, (row) => row.createdAt),
    column.bigint(finishes, ({ held }) => held.executionId),
    column.int(finishes, ({ held }) => held.leaseEpoch),
    column.text(finishes, ({ finish }) => finish.status),
    column.text(finishes, ({ finish }) => finish.error),
    column.timestamptz(finishes, ({ finish }) => finish.retryAt),
    column.int(finishes, ({ finish }) => finish.attempt),
    column.text(rows, (row) => row.requestId),
  ];
}

/** Executions that start and end within one batch are inserted in their final state. */
function mergedInserts({ inserts, finishes }: Batch) {
  const endings = new Map(finishes.map(({ held, finish }) => [held.executionId, finish]));
  return inserts.map(({ execution }) => {
    const finish = endings.get(execution.id);
    return finish
      ? { ...execution, ...finish, runnerId: null, leaseEpoch: 1 }
      : { ...execution, error: null, retryAt: null, attempt: 1, leaseEpoch: execution.runnerId === null ? 0 : 1 };
  });
}

const uniqueById = (held: Held[]) => [...new Map(held.map((one) => [one.executionId, one])).values()];
