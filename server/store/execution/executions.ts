import type pg from "pg";
import type { Ending } from "#server/formula/run.ts";
import { outputInContext } from "#server/formula/walk.ts";
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
  { runnable, cause }: { runnable: Pick<Runnable, "formulaInstanceId">; cause?: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from execution where formula_instance_id = $1 and cause = $2",
    [runnable.formulaInstanceId, cause ?? null],
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/** Returns how an execution ended, with the output of its last step; null if it has not ended. */
export async function findEnding(pool: pg.Pool, executionId: number): Promise<Ending | null> {
  const { rows } = await pool.query<
    { status: string; error: string | null } & Partial<Record<ResultColumn, string | null>>
  >({
    name: "execution_ending",
    text: `select e.status, e.error, s.output, s.notes, s.error as "stepError" from execution e
      left join lateral (select * from step_execution s where s.execution_id = $1 and s.path = ''
        and s.attempt = e.attempt order by s.seq desc limit 1) s on true
      where e.id = $1`,
    values: [executionId],
  });
  const [row] = rows;
  const output = row && recordedOutput(row);
  if (row?.status === "success") return { status: "success", output };
  if (row?.status === "failed") return { status: "failed", output, error: row.error ?? "The execution failed." };
  if (row?.status === "retry") return { status: "retry", delayMinutes: 0 };
  if (row?.status === "cancelled")
    return { status: "failed", output: undefined, error: "The execution was cancelled." };
  return null;
}

type ResultColumn = "output" | "notes" | "stepError";

/** Restores the output as the process that ran the step returned it. */
function recordedOutput({ output, notes, stepError }: Partial<Record<ResultColumn, string | null>>): unknown {
  const parsed = (text: string | null | undefined) => (text ? JSON.parse(text) : undefined);
  return outputInContext({
    took: "onFailure",
    output: parsed(output),
    notes: parsed(notes),
    ...(stepError && { error: stepError }),
  });
}
