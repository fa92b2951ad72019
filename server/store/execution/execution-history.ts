import type pg from "pg";
import { repeating } from "../database/repeat-moved.ts";
import { isAt } from "./execution-places.ts";

/** A record as a resumed run and a rerun read it. `sealed` is deleted when the execution ends. */
export type RecordedStep = {
  seq: number;
  path: string;
  stepName: string;
  stepType: string;
  took: string;
  output: string | null;
  outputFile: string | null;
  notes: string | null;
  notesFile: string | null;
  error: string | null;
  sealed: string | null;
};

/** Reads the records that earlier holders wrote in the current attempt, in order. */
export async function readHistory(pool: pg.Pool, { executionId, attempt }: { executionId: number; attempt: number }) {
  const { rows } = await pool.query<RecordedStep>({
    name: "execution_history",
    text: `select seq, path, step_name as "stepName", step_type as "stepType", took, output, output_file as "outputFile", notes, notes_file as "notesFile",
        error, sealed
      from step_execution where execution_id = $1 and attempt = $2 order by seq`,
    values: [executionId, attempt],
  });
  return rows;
}

/** Returns the next free sequence number of an execution's records. */
export async function nextSeq(pool: pg.Pool, executionId: number): Promise<number> {
  const { rows } = await pool.query<{ next: number }>({
    name: "execution_next_seq",
    text: "select coalesce(max(seq) + 1, 0) as next from step_execution where execution_id = $1",
    values: [executionId],
  });
  return rows[0]?.next ?? 0;
}

/** Deletes the unredacted copies that are kept for a resume; the redacted records remain. */
export async function dropSealed(pool: pg.Pool, executionId: number): Promise<void> {
  await pool.query("update step_execution set sealed = null where execution_id = $1 and sealed is not null", [
    executionId,
  ]);
}

/** Replaces the trigger of an ended execution with its redacted form. */
export async function replaceTrigger(
  pool: pg.Pool,
  { executionId, trigger, triggerFile }: { executionId: number; trigger: string | null; triggerFile: string | null },
): Promise<void> {
  await repeating(pool).query(`update execution set trigger = $2, trigger_file = $3 where id = $1 and ${isAt("$1")}`, [
    executionId,
    trigger,
    triggerFile,
  ]);
}
