import type pg from "pg";
import type { Runnable } from "./runnables.ts";

export type Rerun = {
  id: number;
  runnable: Runnable;
  parentId: number;
  revision: number;
  trigger: string;
  triggerType: string;
  eventId: string | null;
  objectId: string | null;
  requestId: string | null;
  /** Its parent's records of this attempt before `seq` become its own. */
  reuse: { attempt: number; before: number } | null;
  createdAt: Date;
};

/**
 * Writes an execution that runs another one again, for a worker to take. With `reuse` it stands as one that was taken
 * over at that place: whoever claims it goes along the records first, and on from there.
 */
export async function insertRerun(pool: pg.Pool, rerun: Rerun): Promise<void> {
  const { id, runnable, parentId, revision, trigger, triggerType, eventId, objectId, requestId, reuse, createdAt } =
    rerun;
  await pool.query(
    `with records as (
       select *, (row_number() over (order by seq) - 1)::int as place from step_execution
       where execution_id = $11 and seq < $12 and (attempt = $13 or step_type = 'trigger')
     ), made as (
       insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
         trigger, event_id, object_id, request_id, single_threaded, lease_epoch, parent_id, reused, created_at)
       values ($1, $2, $3, $4, $5, $6, case when $14 then 'queued' else 'pending' end, $7, $8, $9, $10, $15, $14,
         case when $12::int is null then 0 else 1 end, $11, (select count(*) from records), $16)
       returning id, status
     ), copied as (
       insert into step_execution (execution_id, seq, attempt, path, step_name, step_type, engine, status, took, hidden,
         output, notes, error, context_size, delay_ms, duration_ms, created_at)
       select made.id, place, 1, path, step_name, step_type, engine, records.status, took, hidden,
         output, notes, error, context_size, delay_ms, duration_ms, created_at from records, made
     )
     select pg_notify('execution_waiting', '') from made where status = 'pending'`,
    [
      id,
      runnable.organizationId,
      runnable.accountId,
      runnable.formulaId,
      runnable.formulaInstanceId,
      revision,
      triggerType,
      trigger,
      eventId,
      objectId,
      parentId,
      reuse?.before ?? null,
      reuse?.attempt ?? null,
      runnable.singleThreaded,
      requestId,
      createdAt,
    ],
  );
}

/** A record as far as a run along it needs it; `sealed` is dropped when an execution has ended. */
export type RecordBefore = {
  seq: number;
  path: string;
  stepName: string;
  stepType: string;
  took: string;
  output: string | null;
  notes: string | null;
  error: string | null;
  sealed: null;
};

/** The records of one attempt before a place, in order. */
export async function readRecordsBefore(
  pool: pg.Pool,
  { executionId, attempt, before }: { executionId: number; attempt: number; before: number },
): Promise<RecordBefore[]> {
  const { rows } = await pool.query<RecordBefore>(
    `select seq, path, step_name as "stepName", step_type as "stepType", took, output, notes, error, null as sealed
     from step_execution where execution_id = $1 and attempt = $2 and seq < $3 and step_type <> 'trigger' order by seq`,
    [executionId, attempt, before],
  );
  return rows;
}
