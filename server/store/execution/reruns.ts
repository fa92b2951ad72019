import type pg from "pg";
import { column, rowInputs } from "../database/column.ts";
import type { RecordedStep } from "./execution-history.ts";
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
  /** Whether `trigger` was edited. */
  isInputEdited: boolean;
  /** Copies the parent's records of this attempt before a position, with the edited outputs. */
  reuse: { attempt: number; before: number; edited: EditedOutput[] } | null;
  createdAt: Date;
};

type EditedOutput = { seq: number; output: string };

const EDITS = rowInputs<{ edit: EditedOutput }>(
  { edit: { seq: column.int(({ seq }) => seq), output: column.text(({ output }) => output) } },
  { parametersBefore: 17 },
);

/**
 * Inserts an execution that reruns another one, for a worker to claim. With `reuse` it has the form of an execution
 * that was interrupted at that position: its runner replays the records and then continues.
 */
export async function insertRerun(pool: pg.Pool, rerun: Rerun): Promise<void> {
  const { id, runnable, parentId, revision, trigger, triggerType, eventId, objectId, requestId, createdAt } = rerun;
  const { isInputEdited, reuse } = rerun;
  await pool.query(
    `with records as (
       select s.*, (row_number() over (order by s.seq) - 1)::int as place, edit.output as edited_output,
         edit.seq is not null or s.seq = any(parent.edited) or s.step_type = 'trigger' and $17 as is_edited
       from step_execution s join execution parent on parent.id = s.execution_id
       left join ${EDITS.rows("edit")} on edit.seq = s.seq
       where s.execution_id = $11 and s.seq < $12 and (s.attempt = $13 or s.step_type = 'trigger')
     ), inserted as (
       insert into execution (id, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
         trigger, event_id, object_id, request_id, single_threaded, lease_epoch, parent_id, reused, edited, created_at)
       values ($1, $2, $3, $4, $5, $6, case when $14 then 'queued' else 'pending' end, $7, $8, $9, $10, $15, $14,
         case when $12::int is null then 0 else 1 end, $11, (select count(*) from records),
         case when $12::int is not null then (select coalesce(array_agg(place order by place) filter (where is_edited), '{}') from records)
           when $17 or exists (select from execution where id = $11 and 0 = any(edited)) then array[0] else '{}' end, $16)
       returning id, organization_id, status
     ), copied as (
       insert into step_execution (organization_id, execution_id, seq, attempt, path, step_name, step_type, engine, status, took, hidden,
         output, notes, error, context_size, delay_ms, duration_ms, created_at)
       select inserted.organization_id, inserted.id, place, 1, path, step_name, step_type, engine, records.status, took, hidden,
         coalesce(edited_output, output), notes, error, coalesce(length(edited_output), context_size), delay_ms,
         duration_ms, created_at from records, inserted
     )
     select pg_notify('execution_waiting', '') from inserted where status = 'pending'`,
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
      isInputEdited,
      ...EDITS.parameters({ edit: reuse?.edited ?? [] }),
    ],
  );
}

/** Reads the records of an attempt before a position, in order. */
export async function readRecordsBefore(
  pool: pg.Pool,
  { executionId, attempt, before }: { executionId: number; attempt: number; before: number },
): Promise<RecordedStep[]> {
  const { rows } = await pool.query<RecordedStep>(
    `select seq, path, step_name as "stepName", step_type as "stepType", took, output, notes, error, null as sealed
     from step_execution where execution_id = $1 and attempt = $2 and seq < $3 and step_type <> 'trigger' order by seq`,
    [executionId, attempt, before],
  );
  return rows;
}
