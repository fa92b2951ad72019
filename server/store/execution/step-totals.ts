import type pg from "pg";

/** The records of one step in one attempt that took the same port, with or without an error. */
export type StepTotal = {
  name: string;
  type: string;
  attempt: number;
  took: string;
  isError: boolean;
  visits: number;
  durationMs: number;
  firstSeq: number;
  lastSeq: number;
  /** The error of the first of these records. */
  error: string | null;
  /** The last of these records. */
  last: { id: number; error: string | null; durationMs: number; createdAt: Date };
};

/** The condition that a record of execution `$1` is among its first `until`; null means all. */
export const isAmong = (until: string): string => `(${until}::int is null or seq <= coalesce((
  select seq from step_execution where execution_id = $1 and step_name <> '' order by seq offset ${until}::int - 1 limit 1), 2147483647))`;

type Counted = {
  /** The path of the formula whose steps are counted. */
  path: string;
  /** The number of the first records of the execution that are counted. */
  until?: number | undefined;
  /** The sequence number of the first record that is counted. */
  from?: number;
};

/** Counts the records of one formula of an execution, in the order in which they first ran. */
export async function countVisits(
  pool: pg.Pool,
  executionId: number,
  { path, until, from = 0 }: Counted,
): Promise<StepTotal[]> {
  const { rows } = await pool.query<
    Omit<StepTotal, "last"> & { lastId: number; lastError: string | null; lastMs: number; lastAt: Date }
  >(
    `with total as (
       select step_name as name, step_type as type, attempt, took, error is not null as "isError", count(*)::int as visits,
         sum(duration_ms)::float8 as "durationMs", min(seq) as "firstSeq", max(seq) as "lastSeq"
       from step_execution where execution_id = $1 and path = $2 and step_name <> '' and seq >= $3
         and ${isAmong("$4")}
       group by step_name, step_type, attempt, took, error is not null)
     select total.*, first.error, last.id::float8 as "lastId", last.error as "lastError", last.duration_ms as "lastMs", last.created_at as "lastAt"
     from total join step_execution first on first.execution_id = $1 and first.seq = total."firstSeq"
       join step_execution last on last.execution_id = $1 and last.seq = total."lastSeq"
     order by "firstSeq"`,
    [executionId, path, from, until ?? null],
  );
  return rows.map(({ lastId, lastError, lastMs, lastAt, ...total }) => ({
    ...total,
    last: { id: lastId, error: lastError, durationMs: lastMs, createdAt: lastAt },
  }));
}

/** Counts all records of an execution, including those of sub-formulas. */
export async function countRecords(pool: pg.Pool, executionId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from step_execution where execution_id = $1 and step_name <> ''",
    [executionId],
  );
  return rows[0]?.count ?? 0;
}
