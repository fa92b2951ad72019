import type pg from "pg";
import { column, rowInputs } from "../database/column.ts";
import { inTransaction } from "../database/transaction.ts";
import type { RecordedStep } from "./execution-history.ts";
import { isAt } from "./execution-places.ts";
import type { Runnable } from "./runnables.ts";
import { isLastRun } from "./runs.ts";

export type Rerun = {
  id: number;
  runnable: Runnable;
  parentId: number;
  revision: number;
  trigger: string;
  triggerFile: string | null;
  triggerType: string;
  eventId: string | null;
  objectId: string | null;
  requestId: string | null;
  /** Whether `trigger` was edited. */
  isInputEdited: boolean;
  /** Copies the parent's records of this attempt before a position, with other values for some of them. */
  reuse: (Reused & { replaced: ReplacedValues[] }) | null;
  createdAt: Date;
};

/** Records of an attempt before a position. */
type Reused = { attempt: number; before: number };

type StoredValues = Pick<RecordedStep, "output" | "outputFile" | "notes" | "notesFile">;

/** Values that the copy of a record has instead: an edited output, or copies of its files. */
export type ReplacedValues = { seq: number; editedLength: number | null } & StoredValues;

const REPLACED = rowInputs<{ replaced: ReplacedValues }>(
  {
    replaced: {
      seq: column.int(({ seq }) => seq),
      output: column.text(({ output }) => output),
      output_file: column.text(({ outputFile }) => outputFile),
      notes: column.text(({ notes }) => notes),
      notes_file: column.text(({ notesFile }) => notesFile),
      edited_length: column.int(({ editedLength }) => editedLength),
    },
  },
  { parametersBefore: 18 },
);

/** The condition on the records `s` that are copied. */
const isCopied = ({ execution, before, attempt }: Record<"execution" | "before" | "attempt", string>) =>
  `s.execution_id = ${execution} and s.seq < ${before} and (s.attempt = ${attempt} or s.step_type = 'trigger')`;
const PLACE = "(row_number() over (order by s.seq) - 1)::int as place";

/**
 * Inserts an execution that reruns another one, for a worker to claim; with `onlyFirst` returns false instead if that one
 * was run again before. Reruns of the same execution wait for each other, so that two callers in any processes do not
 * both start the first.
 */
export const insertRerun = (pool: pg.Pool, rerun: Rerun, { onlyFirst }: { onlyFirst: boolean }): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    const { parentId, runnable } = rerun;
    await client.query("select pg_advisory_xact_lock(7304, hashint8($1))", [parentId]);
    if (onlyFirst && !(await isLastRun(client, { organizationId: runnable.organizationId, id: parentId })))
      return false;
    await insert(client, rerun);
    return true;
  });

/**
 * With `reuse` the rerun has the form of an execution that was interrupted at that position: its runner replays the
 * records and then continues.
 */
async function insert(client: pg.ClientBase, rerun: Rerun): Promise<void> {
  const { id, runnable, parentId, revision, trigger, triggerFile, triggerType, eventId, objectId } = rerun;
  const { requestId, createdAt, isInputEdited, reuse } = rerun;
  await client.query(
    `with records as (
       select s.*, ${PLACE}, replaced.seq is not null as is_replaced, replaced.output as new_output,
         replaced.output_file as new_file, replaced.notes as new_notes, replaced.notes_file as new_notes_file, replaced.edited_length,
         replaced.edited_length is not null or s.seq = any(parent.edited) or s.step_type = 'trigger' and $17 as is_edited
       from step_execution s join execution parent on parent.id = s.execution_id and ${isAt("$11", "parent.record")}
       left join ${REPLACED.rows("replaced")} on replaced.seq = s.seq
       where ${isCopied({ execution: "$11", before: "$12", attempt: "$13" })}
     ), inserted as (
       insert into execution (id, record, organization_id, account_id, formula_id, formula_instance_id, revision, status, trigger_type,
         trigger, trigger_file, event_id, object_id, request_id, single_threaded, lease_epoch, parent_id, reused, edited, created_at)
       values ($1, 0, $2, $3, $4, $5, $6, case when $14 then 'queued' else 'pending' end, $7, $8, $18, $9, $10, $15, $14,
         case when $12::int is null then 0 else 1 end, $11, (select count(*) from records),
         case when $12::int is not null then (select coalesce(array_agg(place order by place) filter (where is_edited), '{}') from records)
           when $17 or exists (select from execution where id = $11 and ${isAt("$11")} and 0 = any(edited)) then array[0] else '{}' end, $16)
       returning id, organization_id, status
     ), copied as (
       insert into step_execution (organization_id, execution_id, seq, attempt, path, step_name, step_type, engine, status, took, hidden,
         output, output_file, notes, notes_file, error, context_size, delay_ms, duration_ms, created_at)
       select inserted.organization_id, inserted.id, place, 1, path, step_name, step_type, engine, records.status, took, hidden,
         case when is_replaced then new_output else output end, new_file, case when is_replaced then new_notes else notes end, new_notes_file,
         error, coalesce(edited_length, context_size), delay_ms, duration_ms, created_at from records, inserted
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
      triggerFile,
      ...REPLACED.parameters({ replaced: reuse?.replaced ?? [] }),
    ],
  );
}

/** A record with the number that its copy has. */
export type CopiedRecord = { place: number; seq: number; stepType: string; engine: string } & StoredValues &
  Pick<RecordedStep, "error">;

/** Lists the records that `insertRerun` copies and that have values in files, or are named. */
export async function listReplaceable(
  pool: pg.Pool,
  { executionId, before, attempt }: Reused & { executionId: number },
  named: readonly number[],
): Promise<CopiedRecord[]> {
  const { rows } = await pool.query<CopiedRecord>(
    `select * from (
       select ${PLACE}, s.seq, s.step_type as "stepType", s.engine, s.output, s.output_file as "outputFile",
         s.notes, s.notes_file as "notesFile", s.error
       from step_execution s where ${isCopied({ execution: "$1", before: "$2", attempt: "$3" })}
     ) copied where "outputFile" is not null or "notesFile" is not null or seq = any($4::int[])`,
    [executionId, before, attempt, named],
  );
  return rows;
}

/** Reads the records of an attempt before a position, in order. */
export async function readRecordsBefore(
  pool: pg.Pool,
  { executionId, attempt, before }: { executionId: number; attempt: number; before: number },
): Promise<RecordedStep[]> {
  const { rows } = await pool.query<RecordedStep>(
    `select seq, path, step_name as "stepName", step_type as "stepType", took, output, output_file as "outputFile", notes, notes_file as "notesFile",
       error, null as sealed
     from step_execution where execution_id = $1 and attempt = $2 and seq < $3 and step_type <> 'trigger' order by seq`,
    [executionId, attempt, before],
  );
  return rows;
}
