import type pg from "pg";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countRows } from "../database/count-rows.ts";
import { plannedOnce } from "../database/planned-once.ts";
import { SEEN, seenBy, seenIn } from "../database/scope.ts";
import { searchedText } from "../database/searched-text.ts";
import { endsOf, hasStatus, isAt, isBetween, joinExecution } from "./execution-places.ts";
import { hasStepId } from "./step-ids.ts";

/**
 * The viewer of executions. Users of the default account see all executions of the organization; other users see those
 * of their own account, as for formula instances.
 */
export type Viewer = { organizationId: number; accountId: number; seesAllAccounts: boolean };

export type ExecutionRow = {
  id: number;
  formulaId: number;
  formulaInstanceId: number;
  status: ExecutionStatus;
  trigger: string;
  triggerFile: string | null;
  triggerType: string;
  error: string | null;
  late: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type StepRow = {
  id: number;
  executionId: number;
  stepName: string;
  stepType: string;
  engine: "v1" | "v3";
  status: string;
  seq: number;
  output: string | null;
  outputFile: string | null;
  notes: string | null;
  notesFile: string | null;
  error: string | null;
  durationMs: number;
  createdAt: Date;
};

export type ExecutionFilter = {
  formulaId?: number;
  formulaInstanceId?: number;
  status?: ExecutionStatus;
  eventId?: string;
  objectId?: string;
  /**
   * Only executions with a failed step that were created in this interval, of which the newest 10,000 are searched.
   * Failures of draft runs are not included.
   */
  errors?: { from: Date | null; to: Date | null };
};

/**
 * When the last step of an execution `e` ended, not counting reused steps. `those` selects its steps: by a value, if
 * there is one, since Postgres then plans for their partition alone.
 */
export const lastStepEnd = (
  those: string,
) => `(select s.created_at + s.duration_ms * interval '1 millisecond' from step_execution s
  where ${those} and s.seq >= e.reused order by s.seq desc limit 1) as "lastStepEnd"`;

/** Matches executions of published revisions, not those of drafts. */
export const PUBLISHED = "e.revision > 0";
export const DRAFT = "e.revision < 0";

const NEWEST_FIRST = "order by e.created_at desc, e.id desc";

/**
 * Selects the ids of the newest executions `e` with these conditions. Without other columns, Postgres reads no rows but
 * only an index if that has what the conditions name: it takes the one of a rare state rather than all that is newer.
 */
export function newest(
  where: readonly string[],
  limit: string,
  { either, executions = "execution" }: { either?: readonly string[] | undefined; executions?: string } = {},
): string {
  const select = (conditions: readonly string[]) =>
    `select e.id, e.created_at from ${executions} e where ${conditions.join(" and ")} ${NEWEST_FIRST} limit ${limit}`;
  const [one = "true", ...others] = either ?? [];
  if (others.length === 0) return select([...where, one]);
  const each = [one, ...others].map((condition) => `(${select([...where, condition])})`);
  return `select e.id from (${each.join(" union all ")}) e ${NEWEST_FIRST} limit ${limit}`;
}

/** The condition for a status: each index has the executions of some of them. */
const isOfStatus = (status: ExecutionStatus): string =>
  status === "pending"
    ? `(${hasStatus(status)} and runner_id is null or ${hasStatus(status)} and runner_id is not null)`
    : hasStatus(status);

/** Whether a step failed is looked up for each execution. */
const MOST_SEARCHED = 10_000;

/** As a value, it is looked up for each execution `e`; `exists` would read the steps of all organizations that failed. */
const HAS_ERRORS = `(select s.seq from step_execution s
  where s.execution_id = e.id and s.error is not null and not s.hidden limit 1) is not null`;

/** The columns with the trigger of an execution. */
export const CAUSE = `e.trigger, e.trigger_file as "triggerFile", e.trigger_type as "triggerType"`;
export type CauseRow = Pick<ExecutionRow, "trigger" | "triggerFile" | "triggerType">;

const EXECUTION = `e.id::float8 as id, e.formula_id as "formulaId", e.formula_instance_id as "formulaInstanceId", e.status,
  ${CAUSE}, e.error, e.late, e.created_at as "createdAt", e.updated_at as "updatedAt"`;
export const STEP = `s.id::float8 as id, s.execution_id::float8 as "executionId", s.step_name as "stepName", s.step_type as "stepType",
  s.engine, s.status, s.seq, s.output, s.output_file as "outputFile", s.notes, s.notes_file as "notesFile", s.error, s.duration_ms as "durationMs", s.created_at as "createdAt"`;

/** Lists a page of executions, newest first. */
export async function listExecutions(
  pool: pg.Pool,
  viewer: Viewer,
  filter: ExecutionFilter,
  page: PageRequest,
): Promise<Page<ExecutionRow>> {
  const { values, where: seen } = seenIn(viewer);
  let where = seen;
  let executions = "execution";
  const add = (condition: string, ...given: unknown[]) => {
    where.push(condition.replaceAll("?", () => `$${values.push(given.shift())}`));
  };
  if (filter.formulaId !== undefined) add("e.formula_id = ?", filter.formulaId);
  if (filter.formulaInstanceId !== undefined) add("e.formula_instance_id = ?", filter.formulaInstanceId);
  if (filter.status !== undefined) where.push(isOfStatus(filter.status));
  if (filter.eventId !== undefined) add("e.event_id = ?", searchedText(filter.eventId));
  if (filter.objectId !== undefined) add("e.object_id = ?", searchedText(filter.objectId));
  if (filter.errors) {
    where.push(PUBLISHED);
    if (filter.errors.from) add("e.created_at >= ?", filter.errors.from);
    if (filter.errors.to) add("e.created_at <= ?", filter.errors.to);
    executions = `(select e.* from execution e where ${where.join(" and ")} ${NEWEST_FIRST} limit ${MOST_SEARCHED})`;
    where = [HAS_ERRORS];
  }
  const counting = countRows(pool, `select from ${executions} e where ${where.join(" and ")}`, values, plannedOnce);
  if (page.after !== undefined) {
    const [createdAt, id] = page.after.split("|");
    add("(e.created_at, e.id) < (?::timestamptz, ?::bigint)", createdAt, id);
  }
  const limit = `$${values.push(page.size + 1)}`;
  const listing = pool.query<ExecutionRow>(
    plannedOnce(
      `select ${EXECUTION} from (${newest(where, limit, { executions })}) found ${joinExecution("found.id")}
       where e.organization_id = $1 ${NEWEST_FIRST}`,
      values,
    ),
  );
  const [counted, { rows }] = await Promise.all([counting, listing]);
  return pageOf(rows, counted, page, ({ createdAt, id }) => `${createdAt.toISOString()}|${id}`);
}

export async function findExecution(pool: pg.Pool, viewer: Viewer, executionId: number): Promise<ExecutionRow | null> {
  const { rows } = await pool.query<ExecutionRow>(
    `select ${EXECUTION} from execution e where ${SEEN} and e.id = $4 and ${isAt("$4")}`,
    [...seenBy(viewer), executionId],
  );
  return rows[0] ?? null;
}

/** Reads several executions by id, newest first. */
export async function readExecutions(pool: pg.Pool, viewer: Viewer, executionIds: number[]): Promise<ExecutionRow[]> {
  if (executionIds.length === 0) return [];
  const { rows } = await pool.query<ExecutionRow>(
    `select ${EXECUTION} from execution e where ${SEEN} and e.id = any($4::bigint[]) and ${isBetween("$5", "$6")} ${NEWEST_FIRST}`,
    [...seenBy(viewer), executionIds, ...endsOf(executionIds)],
  );
  return rows;
}

/** Lists a page of an execution's visible step records, newest first. */
export async function listSteps(pool: pg.Pool, executionId: number, page: PageRequest): Promise<Page<StepRow>> {
  const counted = await countRows(pool, "select from step_execution where execution_id = $1 and not hidden", [
    executionId,
  ]);
  const { rows } = await pool.query<StepRow>(
    `select ${STEP} from step_execution s where s.execution_id = $1 and not s.hidden and ($2::int is null or s.seq < $2)
     order by s.seq desc limit $3`,
    [executionId, page.after ?? null, page.size + 1],
  );
  return pageOf(rows, counted, page, ({ seq }) => seq);
}

/** Reads step records of several executions, oldest first; with `failed`, only those with an error. */
export async function readSteps(pool: pg.Pool, executionIds: number[], { failed = false } = {}): Promise<StepRow[]> {
  const { rows } = await pool.query<StepRow>(
    `select ${STEP} from step_execution s where s.execution_id = any($1::bigint[]) and not s.hidden
       and ($2 = false or s.error is not null) order by s.execution_id, s.seq`,
    [executionIds, failed],
  );
  return rows;
}

/** Finds a step record and the execution that it belongs to. */
export async function findStep(
  pool: pg.Pool,
  viewer: Viewer,
  stepExecutionId: number,
): Promise<(StepRow & CauseRow) | null> {
  const { condition, execution, values } = hasStepId(stepExecutionId, 4);
  const { rows } = await pool.query<StepRow & CauseRow>(
    `select ${STEP}, ${CAUSE} from step_execution s ${joinExecution(execution)}
     where ${SEEN} and ${condition} and not s.hidden`,
    [...seenBy(viewer), ...values],
  );
  return rows[0] ?? null;
}

/**
 * Lists a page of a formula's instances that have failed executions, newest instance first, with the ids of those
 * executions. The newest 10,000 executions of the interval are searched.
 */
export async function listInstancesWithErrors(
  pool: pg.Pool,
  viewer: Viewer,
  { formulaId, from, to }: { formulaId: number; from: Date | null; to: Date | null },
  page: PageRequest,
): Promise<Page<{ id: number; executions: number[] }>> {
  const { values, where } = seenIn(viewer);
  const given = (value: unknown) => `$${values.push(value)}`;
  where.push(PUBLISHED, `e.formula_id = ${given(formulaId)}`);
  if (from !== null) where.push(`e.created_at >= ${given(from)}`);
  if (to !== null) where.push(`e.created_at <= ${given(to)}`);
  const after = page.after === undefined ? "" : `where id < ${given(page.after)}`;
  const { rows } = await pool.query<{ id: number; executions: number[]; total: number }>(
    plannedOnce(
      `with failed as (
       select e.formula_instance_id as id, array_agg(e.id::float8 order by e.created_at desc, e.id desc) as executions
       from (select e.id, e.formula_instance_id, e.created_at from execution e
         where ${where.join(" and ")} ${NEWEST_FIRST} limit ${MOST_SEARCHED}) e
       where ${HAS_ERRORS}
       group by e.formula_instance_id)
     select *, (select count(*)::int from failed) as total from failed
     ${after} order by id desc limit ${given(page.size + 1)}`,
      values,
    ),
  );
  return pageOf(rows, rows[0]?.total ?? 0, page, ({ id }) => id);
}

/** Whether the formula instance exists in the organization. Distinguishes an empty list from a wrong id. */
export async function hasInstance(
  pool: pg.Pool,
  viewer: Viewer,
  { formulaInstanceId, formulaId }: { formulaInstanceId: number; formulaId?: number },
) {
  const { rowCount } = await pool.query(
    `select 1 from formula_instance e where ${SEEN} and e.id = $4 and ($5::int is null or e.formula_id = $5)`,
    [...seenBy(viewer), formulaInstanceId, formulaId ?? null],
  );
  return rowCount === 1;
}
