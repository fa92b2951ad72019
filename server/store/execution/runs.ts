import type pg from "pg";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";
import type { RunFailureReason } from "#server/formula/failure-reason.ts";
import type { RunState } from "#server/formula/run-state.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { patternsOf } from "../database/containing.ts";
import { countUpToLimit } from "../database/count-rows.ts";
import { plannedInOrder, plannedOnce } from "../database/planned-once.ts";
import { SEEN, seenBy, seenIn } from "../database/scope.ts";
import { searchedText } from "../database/searched-text.ts";
import { recordedName } from "../formula/formula-revisions.ts";
import { endsOf, hasStatus, IN_PROGRESS, isAt, isBetween, joinExecution } from "./execution-places.ts";
import { DRAFT, lastStepEnd, newest, PUBLISHED, type Viewer } from "./execution-records.ts";

/** An execution as lists of the Workbench display it. */
export type RunRow = {
  id: number;
  formulaId: number;
  formulaName: string | null;
  /** The recorded name of a formula that was deleted. */
  recordedName: string | null;
  formulaInstanceId: number;
  instanceName: string | null;
  status: ExecutionStatus;
  isHeld: boolean;
  error: string | null;
  reason: RunFailureReason | null;
  triggerType: string;
  objectId: string | null;
  revision: number;
  attempt: number;
  retryAt: Date | null;
  parentId: number | null;
  createdAt: Date;
  updatedAt: Date;
  lastStepEnd: Date | null;
  /** The first step that failed; of an execution that is retried, the latest one. */
  failedStep: string | null;
  failedStepError: string | null;
};

export type RunFilter = {
  state?: RunState | undefined;
  formulaId?: number | undefined;
  formulaInstanceId?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only runs of drafts, or only runs of published revisions. */
  isTrial?: boolean | undefined;
  /** Only runs that were not run again. */
  isLast?: true | undefined;
  /** An object id, event id, request id or execution id, or a part of the error. */
  search?: string | undefined;
};

/** The number of the newest executions with an error that are searched. */
const MOST_FAILING = 10_000;

/** Shorter texts are in nearly every error. */
const SHORTEST_IN_ERROR = 3;

/** Each has its newest executions at the end of one part of an index; together they would be sorted. */
const FAILING = (["failed", "unknown", "cancelled", "retry"] as const).map(
  (status) => `(select id, created_at, error from execution where organization_id = $1 and ${hasStatus(status)}
    order by created_at desc, id desc limit ${MOST_FAILING})`,
);

/**
 * Finds the newest executions with a text in their error. Reads only those that did not succeed, which have an index: a
 * condition on the error itself, beside others, would read every execution.
 */
async function findByError(pool: pg.Pool, organizationId: number, text: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    plannedInOrder(
      `select id::float8 as id from (select * from (${FAILING.join(" union all ")}) failing
         order by created_at desc limit ${MOST_FAILING}) newest where error ilike any($2) order by id`,
      [organizationId, patternsOf(text)],
    ),
  );
  return rows.map(({ id }) => id);
}

/** The conditions for each state, of which an execution in it meets one. `pending` is both accepted and running. */
const STATES: Record<RunState, readonly string[]> = {
  queued: [hasStatus("queued"), `${hasStatus("pending")} and e.runner_id is null`],
  running: [`${hasStatus("pending")} and e.runner_id is not null`],
  success: [hasStatus("success")],
  failed: [`e.status = 'failed' and e.reason is distinct from 'outOfTime'`, hasStatus("unknown")],
  waitingRetry: [hasStatus("retry")],
  cancelled: [hasStatus("cancelled")],
  timedOut: [`e.status = 'failed' and e.reason = 'outOfTime'`],
};
const isIn = (state: RunState): string => `(${STATES[state].join(" or ")})`;

/** As a value, it is looked up for each execution; `not exists` may read all executions of the organization. */
const NOT_RUN_AGAIN = `(select again.id from execution again
  where again.parent_id = e.id and (again.${IN_PROGRESS} or again.record > e.id) and again.organization_id = e.organization_id limit 1) is null`;

/** Whether nobody has run this execution again, in a transaction that holds back its other reruns. */
export async function isLastRun(
  client: pg.ClientBase,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from execution e where e.organization_id = $1 and e.id = $2 and ${isAt("$2", "e.record")} and ${NOT_RUN_AGAIN}`,
    [organizationId, id],
  );
  return rowCount === 1;
}

/** Returns which of these executions the caller sees and nobody has run again. */
export async function listNotRunAgain(pool: pg.Pool, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>(
    `select e.id::float8 as id from execution e where ${SEEN} and e.id = any($4::bigint[]) and ${isBetween("$5", "$6", "e.record")} and ${NOT_RUN_AGAIN}`,
    [...seenBy(viewer), ids, ...endsOf(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The conditions of a filter for the executions `e`, but for their state, with the values that they name. */
async function conditionsOf(pool: pg.Pool, viewer: Viewer, filter: RunFilter) {
  const { values, where } = seenIn(viewer);
  const given = (value: unknown) => `$${values.push(value)}`;
  const { formulaId, formulaInstanceId, from, to, isTrial, isLast, search } = filter;
  if (formulaId !== undefined) where.push(`e.formula_id = ${given(formulaId)}`);
  if (formulaInstanceId !== undefined) where.push(`e.formula_instance_id = ${given(formulaInstanceId)}`);
  if (from !== undefined) where.push(`e.created_at >= ${given(from)}`);
  if (to !== undefined) where.push(`e.created_at < ${given(to)}`);
  if (isTrial !== undefined) where.push(isTrial ? DRAFT : PUBLISHED);
  if (isLast) where.push(NOT_RUN_AGAIN);
  if (search !== undefined) {
    const text = `${given(searchedText(search))}::text`;
    const isId = /^\d{1,15}$/.test(search) ? `e.id = ${given(search)}::bigint or ` : "";
    const found = search.length < SHORTEST_IN_ERROR ? [] : await findByError(pool, viewer.organizationId, search);
    const byError = found.length === 0 ? "" : ` or e.id = any(${given(found)}::bigint[])`;
    where.push(`(${isId}e.object_id = ${text} or e.event_id = ${text} or e.request_id = ${text}${byError})`);
  }
  return { values, where, given };
}

/** Lists a page of executions, newest first. */
export async function listRuns(
  pool: pg.Pool,
  viewer: Viewer,
  filter: RunFilter,
  page: PageRequest,
): Promise<Page<RunRow>> {
  const { values, where, given } = await conditionsOf(pool, viewer, filter);
  const { state } = filter;
  const inState = state ? ` and ${isIn(state)}` : "";
  const counting = countUpToLimit(
    pool,
    `select from execution e where ${where.join(" and ")}${inState}`,
    values,
    plannedOnce,
  );
  if (page.after !== undefined) {
    const [createdAt, id] = page.after.split("|");
    where.push(`(e.created_at, e.id) < (${given(createdAt)}::timestamptz, ${given(id)}::bigint)`);
  }
  const listing = async () => {
    const found = newest(where, given(page.size + 1), { either: state && STATES[state] });
    const { rows } = await pool.query<Found>(
      plannedOnce(
        `with page as materialized (select ${RUN} from (${found}) found ${joinExecution("found.id")}
         where e.organization_id = $1)
       select page.*, f.name as "formulaName", i.name as "instanceName", ${recordedName('page."formulaId"', "page.revision")}
       from page left join formula f on f.id = page."formulaId"
       left join formula_instance i on i.id = page."formulaInstanceId"
       order by page."createdAt" desc, page.id desc`,
        values,
      ),
    );
    const steps = await summarizeSteps(pool, rows);
    return rows.map(({ reused: _, ...row }) => ({ ...row, ...(steps.get(row.id) ?? NO_STEPS) }));
  };
  const [count, runs] = await Promise.all([counting, listing()]);
  return pageOf(runs, count, page, ({ createdAt, id }) => `${createdAt.toISOString()}|${id}`);
}

type StepSummary = Pick<RunRow, "lastStepEnd" | "failedStep" | "failedStepError">;
/** `reused`: the number of its first steps that its parent ran. */
type Found = Omit<RunRow, keyof StepSummary> & { reused: number };
const NO_STEPS: StepSummary = { lastStepEnd: null, failedStep: null, failedStepError: null };

const EARLIEST_FIRST = 1;
const LATEST_FIRST = -1;

/** With the range of their ids, Postgres plans for the partitions of these executions alone. */
async function summarizeSteps(pool: pg.Pool, runs: readonly Found[]) {
  if (runs.length === 0) return new Map<number, StepSummary>();
  const ids = runs.map(({ id }) => id);
  const theirs = "s.execution_id = e.id and s.execution_id between $3::bigint and $4::bigint";
  const { rows } = await pool.query<StepSummary & { id: number }>(
    `select e.id::float8 as id, ${lastStepEnd(theirs)}, failed.step_name as "failedStep", failed.error as "failedStepError"
     from unnest($1::bigint[], $2::int[], $5::int[]) as e(id, reused, direction) left join lateral (
       select s.step_name, s.error from step_execution s where ${theirs} and s.error is not null
       order by s.seq * e.direction limit 1) failed on true`,
    [
      ids,
      runs.map(({ reused }) => reused),
      ...endsOf(ids),
      runs.map(({ status }) => (status === "retry" ? LATEST_FIRST : EARLIEST_FIRST)),
    ],
  );
  return new Map(rows.map(({ id, ...summary }) => [id, summary]));
}

/** Counts the executions of a filter by the hour in which they started and by state; hours count from `from` on. */
export async function countRunsByHour<State extends RunState>(
  pool: pg.Pool,
  viewer: Viewer,
  filter: RunFilter & { from: Date },
  states: readonly State[],
): Promise<({ hour: number } & Record<State, number>)[]> {
  const { values, where, given } = await conditionsOf(pool, viewer, filter);
  if (filter.state) where.push(isIn(filter.state));
  const counts = states.map((state) => `count(*) filter (where ${isIn(state)})::int as "${state}"`);
  const { rows } = await pool.query(
    `select floor(extract(epoch from e.created_at - ${given(filter.from)}) / 3600)::int as hour, ${counts.join(", ")}
     from execution e where ${where.join(" and ")} group by 1 order by 1`,
    values,
  );
  return rows;
}

const RUN = `e.id::float8 as id, e.formula_id as "formulaId", e.formula_instance_id as "formulaInstanceId", e.status,
  e.runner_id is not null as "isHeld", e.error, e.reason, e.trigger_type as "triggerType", e.object_id as "objectId", e.revision,
  e.attempt, e.retry_at as "retryAt", e.parent_id::float8 as "parentId", e.created_at as "createdAt", e.updated_at as "updatedAt",
  e.reused`;

/** Returns a string that changes whenever one of the newest visible executions changes. */
export async function versionOfRuns(pool: pg.Pool, viewer: Viewer): Promise<string> {
  const { rows } = await pool.query<{ version: string | null }>(
    plannedOnce(
      `select md5(string_agg(concat_ws(' ', id, status, runner_id is null, retry_at, updated_at), ',')) as version
     from (select * from execution e where e.organization_id = $1 order by created_at desc, id desc limit 300) e where ${SEEN}`,
      seenBy(viewer),
    ),
  );
  return rows[0]?.version ?? "";
}

/**
 * Returns a string that changes whenever the execution changes or has a new record; null if the caller may not see it.
 */
export async function versionOfRun(pool: pg.Pool, viewer: Viewer, executionId: number) {
  const { rows } = await pool.query<{ version: string; status: ExecutionStatus }>(
    `select concat_ws(' ', e.status, e.attempt, e.runner_id is null, e.retry_at, e.updated_at,
       (select max(seq) from step_execution s where s.execution_id = $4)) as version, e.status
     from execution e where ${SEEN} and e.id = $4 and ${isAt("$4")}`,
    [...seenBy(viewer), executionId],
  );
  return rows[0] ?? null;
}
