import type pg from "pg";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { RunFailureReason } from "#server/formula/failure-reason.ts";
import { stepTypesWithRole } from "#server/formula/find-definition.ts";
import { SEEN, seenBy } from "../database/scope.ts";
import { recordedName } from "../formula/formula-revisions.ts";
import { IN_PROGRESS, isAt, joinExecution } from "./execution-places.ts";
import { CAUSE, type CauseRow, lastStepEnd, STEP, type StepRow, type Viewer } from "./execution-records.ts";
import { hasStepId } from "./step-ids.ts";

/** All data of an execution, as its page shows it. */
export type FoundRun = {
  id: number;
  organizationId: number;
  formulaId: number;
  formulaName: string | null;
  /** The recorded name of a formula that was deleted. */
  recordedName: string | null;
  formulaInstanceId: number;
  instanceName: string | null;
  /** The revision of the current formula; null if it was deleted. */
  currentRevision: number | null;
  revision: number;
  status: ExecutionStatus;
  isHeld: boolean;
  error: string | null;
  reason: RunFailureReason | null;
  trigger: string;
  triggerFile: string | null;
  triggerType: string;
  cause: string | null;
  eventId: string | null;
  objectId: string | null;
  requestId: string | null;
  late: boolean;
  attempt: number;
  retryAt: Date | null;
  parentId: number | null;
  /** The number of records that were reused from its parent. */
  reused: number;
  /** The sequence numbers of the records that were edited before the run started; the trigger's is 0. */
  edited: number[];
  createdAt: Date;
  updatedAt: Date;
  lastStepEnd: Date | null;
};

export async function findRun(pool: pg.Pool, viewer: Viewer, executionId: number): Promise<FoundRun | null> {
  const { rows } = await pool.query<FoundRun>(
    `select e.id::float8 as id, e.organization_id as "organizationId", e.formula_id as "formulaId", f.name as "formulaName",
       e.formula_instance_id as "formulaInstanceId", i.name as "instanceName", f.revision as "currentRevision", e.revision,
       ${recordedName("e.formula_id", "e.revision")},
       e.status, e.runner_id is not null as "isHeld", e.error, e.reason, ${CAUSE}, e.cause,
       e.event_id as "eventId", e.object_id as "objectId", e.request_id as "requestId", e.late, e.attempt,
       e.retry_at as "retryAt", e.parent_id::float8 as "parentId", e.reused, e.edited, e.created_at as "createdAt", e.updated_at as "updatedAt",
       ${lastStepEnd("s.execution_id = $4")}
     from execution e left join formula f on f.id = e.formula_id left join formula_instance i on i.id = e.formula_instance_id
     where ${SEEN} and e.id = $4 and ${isAt("$4")}`,
    [...seenBy(viewer), executionId],
  );
  return rows[0] ?? null;
}

/** Finds the formula and revision that ran at a path below a formula step. */
export async function findSubFormula(pool: pg.Pool, executionId: number, path: string) {
  const { rows } = await pool.query<{ formulaId: number; revision: number }>(
    `select (output::jsonb->>'formulaId')::int as "formulaId", (output::jsonb->>'revision')::int as revision
     from step_execution where execution_id = $1 and step_name = '' and path = $2 order by seq desc limit 1`,
    [executionId, path],
  );
  return rows[0];
}

export type RunStepRow = StepRow & CauseRow & { attempt: number; path: string };

/** Finds a record with its values, including records of sub-formulas. */
export async function findRunStep(pool: pg.Pool, viewer: Viewer, stepExecutionId: number): Promise<RunStepRow | null> {
  const { condition, execution, values } = hasStepId(stepExecutionId, 4);
  const { rows } = await pool.query<RunStepRow>(
    `select ${STEP}, s.attempt, s.path, ${CAUSE}
     from step_execution s ${joinExecution(execution)} where ${SEEN} and ${condition} and s.step_name <> ''`,
    [...seenBy(viewer), ...values],
  );
  return rows[0] ?? null;
}

const OUTPUT = `execution_id::float8 as "executionId", seq, output, output_file as "outputFile", notes, notes_file as "notesFile"`;

type OutputBefore = { name: string; executionId: number; seq: number; took: string } & {
  output: string | null;
  outputFile: string | null;
  notes: string | null;
  notesFile: string | null;
  error: string | null;
};

/** Reads the last record of each step of a formula before a given step started, by name. */
export async function readOutputsBefore(
  pool: pg.Pool,
  { executionId, attempt, path, seq }: { executionId: number; attempt: number; path: string; seq: number },
) {
  const { rows } = await pool.query<OutputBefore>(
    `select distinct on (step_name) step_name as name, ${OUTPUT}, took, error from step_execution
     where execution_id = $1 and attempt = $2 and path = $3 and seq < $4 and step_name <> '' and step_type <> 'trigger'
     order by step_name, seq desc`,
    [executionId, attempt, path, seq],
  );
  return rows;
}

export type LastOutput = OutputBefore & { isCut: boolean };

/**
 * Reads the last record of each step in an execution's last attempt; for a loop, the record of its last item. Long
 * values are left out; those in files are not read.
 */
export async function readLastOutputs(pool: pg.Pool, executionId: number, longest: number): Promise<LastOutput[]> {
  const { rows } = await pool.query<LastOutput>(
    `select distinct on (step_name) step_name as name, execution_id::float8 as "executionId", seq, took, error,
       output_file as "outputFile", notes_file as "notesFile", length(output) > $2 as "isCut",
       case when length(output) <= $2 then output end as output, case when length(notes) <= $2 then notes end as notes
     from step_execution
     where execution_id = $1 and path = '' and step_name <> '' and step_type <> 'trigger' and not hidden
       and attempt = (select max(attempt) from step_execution where execution_id = $1)
     order by step_name, (step_type = any($3) and took = 'onSuccess') desc, seq desc`,
    [executionId, longest, stepTypesWithRole("body")],
  );
  return rows.map((row) => ({ ...row, isCut: row.isCut ?? false }));
}

/** Lists the reruns of an execution, oldest first. */
export async function listChildren(pool: pg.Pool, executionId: number) {
  const { rows } = await pool.query<{ id: number; status: ExecutionStatus; reused: number; createdAt: Date }>(
    `select id::float8 as id, status, reused, created_at as "createdAt" from execution where parent_id = $1 and (${IN_PROGRESS} or record > $1) order by id limit 50`,
    [executionId],
  );
  return rows;
}

/** Finds the path and the first record of the sub-formula that a formula step ran; null if it ran none. */
export async function findInside(
  pool: pg.Pool,
  { executionId, attempt, path, stepName, seq }: RunStepRow,
): Promise<{ path: string; first: number } | null> {
  const { rows } = await pool.query<{ path: string; first: number }>(
    `with visit as (
       select $3 || '/' || $4 || '#' || count(*) as path from step_execution
       where execution_id = $1 and attempt = $2 and path = $3 and step_name = $4 and seq < $5)
     select visit.path, min(seq) as first from step_execution s, visit
     where execution_id = $1 and attempt = $2 and (s.path = visit.path or starts_with(s.path, visit.path || '/'))
     group by visit.path`,
    [executionId, attempt, path, stepName, seq],
  );
  return rows[0] ?? null;
}
