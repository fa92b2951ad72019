import type pg from "pg";
import type { RunFailureReason } from "#server/formula/failure-reason.ts";
import { stepTypesWithRole } from "#server/formula/find-definition.ts";
import { isAmong } from "./step-totals.ts";

/**
 * A record without its values, which may be large. Its numbers are those in the whole run, so that a part of a long run
 * shows them correctly.
 */
export type NumberedStep = {
  id: number;
  seq: number;
  attempt: number;
  path: string;
  name: string;
  type: string;
  took: string;
  error: string | null;
  reason: RunFailureReason | null;
  delayMs: number;
  durationMs: number;
  createdAt: Date;
  /** Its number among all records, from 1. */
  position: number;
  /** Its number among the records of its step, from 1. */
  visit: number;
  /** As `visit`, but the record that ends a loop has the number of the last item. */
  iteration: number;
  /** For a loop, the number of the item in its list, from 1; null if its output is in a file. */
  round: number | null;
};

const FAILED = "took = 'onFailure' and error is not null";

const RECORDS = "from step_execution where execution_id = $1 and step_name <> ''";

/** The output of a loop ends with the index. */
const ROUND = `case when s.step_type = any($2) and s.took = 'onSuccess' and s.output_file is null
  then substring(right(s.output, 40) from '"index": ?([0-9]{1,9})}$')::int + 1 end`;

type Numbers = "position" | "visit" | "iteration";

/** Lists the records that `shown` selects, oldest first. `$2` are the types of loops; its first value is `$3`. */
async function listNumbered(
  pool: pg.Pool,
  executionId: number,
  shown: string,
  values: unknown[],
): Promise<NumberedStep[]> {
  const loops = stepTypesWithRole("body");
  const { rows } = await pool.query<Omit<NumberedStep, Numbers>>(
    `select s.id::float8 as id, s.seq, s.attempt, s.path, s.step_name as name, s.step_type as type, s.took, s.error, s.reason,
       s.delay_ms as "delayMs", s.duration_ms as "durationMs", s.created_at as "createdAt", ${ROUND} as round
     from step_execution s where s.execution_id = $1 and s.seq = any(array(${shown})) order by s.seq`,
    [executionId, loops, ...values],
  );
  if (rows.length === 0) return [];
  const counted = await countBetween(
    pool,
    executionId,
    rows.map(({ seq }) => seq),
  );
  return numbered(rows, counted, new Set(loops));
}

type Counted = { place: number; path: string; name: string; visits: number; items: number };

/**
 * Counts the records of each step from each of these records to the next. Sorting all records of a long run to number
 * them would take ten times as long.
 */
async function countBetween(pool: pg.Pool, executionId: number, seqs: number[]): Promise<Counted[]> {
  const { rows } = await pool.query<Counted>(
    `select width_bucket(seq, $2::int[]) as place, path, step_name as name, count(*)::int as visits,
       (count(*) filter (where took = 'onSuccess' or ${FAILED}))::int as items
     from step_execution where execution_id = $1 and step_name <> '' and seq <= $3 group by 1, 2, 3`,
    [executionId, seqs, seqs.at(-1)],
  );
  return rows;
}

/** Numbers records by what was counted before each of them. */
function numbered(rows: Omit<NumberedStep, Numbers>[], counted: Counted[], loops: ReadonlySet<string>): NumberedStep[] {
  const places = Map.groupBy(counted, ({ place }) => place);
  const before = new Map<string, { visits: number; items: number }>();
  let position = 0;
  function pass(place: number) {
    for (const { path, name, visits, items } of places.get(place) ?? []) {
      const key = `${path} ${name}`;
      const earlier = before.get(key) ?? { visits: 0, items: 0 };
      before.set(key, { visits: earlier.visits + visits, items: earlier.items + items });
      position += visits;
    }
  }
  return rows.map((row, index) => {
    pass(index);
    const { visits, items } = before.get(`${row.path} ${row.name}`) ?? { visits: 0, items: 0 };
    const isItem = row.took === "onSuccess" || (row.took === "onFailure" && row.error !== null);
    const iteration = loops.has(row.type) ? items + Number(isItem) : visits + 1;
    return { ...row, position: position + 1, visit: visits + 1, iteration };
  });
}

/**
 * Lists the first and last records of an execution, its first failures, those of the last attempt before others, and
 * the edited ones.
 */
export const listExcerpt = (
  pool: pg.Pool,
  executionId: number,
  { first, last, failures, edited = [] }: { first: number; last: number; failures: number; edited?: number[] },
): Promise<NumberedStep[]> =>
  listNumbered(
    pool,
    executionId,
    `(select seq ${RECORDS} order by seq limit $3) union (select seq ${RECORDS} order by seq desc limit $4)
     union (select seq ${RECORDS} and ${FAILED} order by attempt desc, seq limit $5)
     union select seq ${RECORDS} and seq = any($6)`,
    [first, last, failures, edited],
  );

/** Lists the records after a position. */
export const listAfter = (
  pool: pg.Pool,
  executionId: number,
  { after, limit }: { after: number; limit: number },
): Promise<NumberedStep[]> =>
  listNumbered(pool, executionId, `select seq ${RECORDS} order by seq offset $3 limit $4`, [after, limit]);

/** The records of one step, as far as they are among the first `until` of the execution. */
export type OfStep = { path: string; name: string; until: number };

const VISITS = `(select seq, ${FAILED} as failed, row_number() over (order by seq) as visit
  ${RECORDS} and path = $3 and step_name = $4 and ${isAmong("$5")}) visits`;

/** Lists records of a step around one of its visits, `limit` on each side. */
export const listAround = (
  pool: pg.Pool,
  executionId: number,
  { path, name, until, visit, limit, isFailed }: OfStep & { visit: number; limit: number; isFailed: boolean },
): Promise<NumberedStep[]> =>
  listNumbered(
    pool,
    executionId,
    `(select seq from ${VISITS} where visit < $6 and (failed or not $8) order by seq desc limit $7)
     union (select seq from ${VISITS} where visit >= $6 and (failed or not $8) order by seq limit $7)`,
    [path, name, until, visit, limit, isFailed],
  );

/** Finds a visit of a step, by default the first that failed, or else the last. */
export async function findVisit(
  pool: pg.Pool,
  executionId: number,
  { path, name, until, visit }: OfStep & { visit: number | null },
): Promise<NumberedStep | null> {
  const [found] = await listNumbered(
    pool,
    executionId,
    `select seq from ${VISITS} where ($6::int is null or visit = $6)
     order by failed desc, case when failed then seq else -seq end limit 1`,
    [path, name, until, visit],
  );
  return found ?? null;
}

/** Lists the latest record of each step of the same formula that a step could refer to, and the trigger. */
export const listContext = (
  pool: pg.Pool,
  { executionId, attempt, path, seq }: { executionId: number; attempt: number; path: string; seq: number },
): Promise<NumberedStep[]> =>
  listNumbered(
    pool,
    executionId,
    `select max(seq) as seq ${RECORDS}
     and path = $3 and seq < $4 and (attempt = $5 or step_type = 'trigger') group by step_name`,
    [path, seq, attempt],
  );
