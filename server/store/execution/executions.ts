import type pg from "pg";
import { endsOf, IN_PROGRESS, isAt, isBetween } from "./execution-places.ts";
import type { Runnable } from "./runnables.ts";

/** Reserves ids before the rows are written, so that an execution can start before its row exists. */
export const executionIds = (pool: pg.Pool) => idsAhead(pool, "execution_id_seq");

/** Ids increase with time across all processes, so a reserved id is used within this time or discarded. */
const FRESH_MS = 100;
const MOST_AHEAD = 64;

/**
 * Reserves ids of a sequence. The batch size grows with the rate of use, so that a busy process rarely queries the
 * sequence.
 */
export function idsAhead(pool: pg.Pool, sequence: "execution_id_seq" | "event_id_seq") {
  let ahead: number[] = [];
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let size = 1;
  let fetching: Promise<void> | null = null;
  async function fetchMore(): Promise<void> {
    const elapsed = performance.now() - fetchedAt;
    const needed = elapsed < FRESH_MS ? size * 2 : Math.ceil(((size - ahead.length) * FRESH_MS) / elapsed);
    size = Math.min(Math.max(needed, 1), MOST_AHEAD);
    const { rows } = await pool.query<{ id: string }>({
      name: `ids_${sequence}`,
      text: "select nextval($1::regclass) as id from generate_series(1, $2)",
      values: [sequence, size],
    });
    fetchedAt = performance.now();
    ahead = rows.map(({ id }) => Number(id)).reverse();
  }
  return async function nextId(): Promise<number> {
    for (;;) {
      const isFresh = performance.now() - fetchedAt < FRESH_MS;
      const id = isFresh ? ahead.pop() : undefined;
      if (id !== undefined) return id;
      fetching ??= fetchMore().finally(() => {
        fetching = null;
      });
      await fetching;
    }
  };
}

/** Finds the execution of a formula instance that a cause has started; null if there is none. */
export async function findByCause(
  pool: pg.Pool,
  { runnable, cause }: { runnable: Pick<Runnable, "organizationId" | "formulaInstanceId">; cause?: string },
): Promise<number | null> {
  // Executions of earlier versions have no row of their cause.
  const { rows } = await pool.query<{ id: number | null }>({
    name: "execution_by_cause",
    text: `select coalesce(
       (select id from execution where ${IN_PROGRESS} and organization_id = $1 and formula_instance_id = $2 and cause = $3),
       (select execution_id from execution_cause where organization_id = $1 and formula_instance_id = $2 and cause = $3))::float8 as id`,
    values: [runnable.organizationId, runnable.formulaInstanceId, cause ?? null],
  });
  return rows[0]?.id ?? null;
}

/** When an execution was created; null if it has been deleted. */
export async function startOf(
  pool: pg.Pool,
  { organizationId, executionId }: { organizationId: number; executionId: number },
): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date }>({
    name: "execution_start",
    text: `select e.created_at as at from execution e where e.id = $1 and ${isAt("$1")} and e.organization_id = $2`,
    values: [executionId, organizationId],
  });
  return rows[0]?.at ?? null;
}

/** How an execution ended, with the record of its last step. */
export type EndedRow = {
  status: "success" | "failed" | "retry" | "cancelled";
  error: string | null;
  executionId: number;
  /** 0 if no step ran. */
  seq: number;
  output: string | null;
  outputFile: string | null;
  notes: string | null;
  notesFile: string | null;
  stepError: string | null;
};

/** Returns null if the execution has not ended. */
export async function findEnding(pool: pg.Pool, executionId: number): Promise<EndedRow | null> {
  const { rows } = await pool.query<EndedRow>({
    name: "execution_ending",
    text: `select e.status, e.error, e.id::float8 as "executionId", coalesce(s.seq, 0) as seq, s.output,
        s.output_file as "outputFile", s.notes, s.notes_file as "notesFile", s.error as "stepError" from execution e
      left join lateral (select * from step_execution s where s.execution_id = $1 and s.path = ''
        and s.attempt = e.attempt order by s.seq desc limit 1) s on true
      where e.id = $1 and ${isAt("$1")} and e.status in ('success', 'failed', 'retry', 'cancelled')`,
    values: [executionId],
  });
  return rows[0] ?? null;
}

/**
 * Which of these executions exist, and the newest id that was reserved: a database that was restored from a backup does
 * not know whether those above exist.
 */
export async function listExisting(
  pool: pg.Pool,
  executionIds: readonly number[],
): Promise<{ existing: Set<number>; newest: number }> {
  const { rows } = await pool.query<{ ids: number[]; newest: number }>(
    `select array(select id::float8 from execution where id = any($1::bigint[]) and ${isBetween("$2", "$3")}) as ids,
       (select last_value::float8 from execution_id_seq) as newest`,
    [executionIds, ...endsOf(executionIds)],
  );
  const [{ ids, newest } = { ids: [], newest: 0 }] = rows;
  return { existing: new Set(ids), newest };
}
