import type pg from "pg";

export const BATCH = 1000;

type OldRows = {
  table: string;
  /** Among which rows the old ones are looked for; all by default. */
  among?: string;
  /** Which of the old rows are deleted; the others are passed over. */
  where?: string;
  /** Columns of other tables that refer to the rows: what belongs to them is deleted in the same statement. */
  parts?: string[];
  /** Among which rows of those tables they are looked for; all by default. */
  partsAmong?: string;
  /** A condition on the rows whose parts are deleted; all by default. */
  partsWhere?: string;
};

/**
 * A statement that deletes the next batch of old rows. `$1` is the date, `$2` the position in the index after which the
 * batch begins, as text: without it, each batch would pass over everything that those before have deleted.
 */
type BatchStatement = string;

/** For a table whose ids rise with the time: it ends with the first batch that has no old row. */
export const oldestById = ({
  table,
  among = "true",
  where = "true",
  parts = [],
  partsAmong = "true",
  partsWhere = "true",
}: OldRows): BatchStatement => `
with batch as (
  select id, created_at, ${where} as expires from ${table} where id > coalesce($2::text, '0')::bigint and ${among} order by id limit ${BATCH}
), old as (
  delete from ${table} where id = any(array(select id from batch where created_at < $1 and expires)) and ${among} returning id
)${deletePartsOf("id", parts, partsAmong, partsWhere)}
select (select count(*)::int from old) as deleted,
  (select max(id)::text from batch where created_at < $1 having (select count(*) from batch) = ${BATCH}) as next`;

/**
 * For a table with an index that begins with the columns of `where`, and then the time; `$2` may also be the time to
 * begin at. The deletion names the times again: of a partitioned table, Postgres then opens no other partitions.
 */
export const oldestBy = ({ table, key, where = "true" }: ByTime): BatchStatement => `
with batch as (
  select ${key.join(", ")}, created_at from ${table} where ${DUE} and ${where} order by created_at limit ${BATCH}
), old as (
  delete from ${table} where ${isIn(key, "batch")} and ${DUE} returning ${key.join(", ")}
)
select (select count(*)::int from old) as deleted,
  (select max(created_at)::text from batch having count(*) = ${BATCH}) as next`;

type ByTime = Pick<OldRows, "table" | "where"> & { key: string[] };

const DUE = "created_at < $1 and created_at >= coalesce($2::text, '-infinity')::timestamptz";

/** As an array, single keys are always looked up in their index; of a table that is still small, Postgres would read all. */
const isIn = (columns: string[], list: string, keys = columns): string =>
  columns.length === 1
    ? `${columns[0]} = any(array(select ${keys[0]} from ${list}))`
    : `(${columns.join(", ")}) in (select ${keys.join(", ")} from ${list})`;

function deletePartsOf(key: string, parts: string[], among: string, where: string): string {
  return parts
    .map((part) => {
      const [table = "", column = ""] = part.split(".");
      return `, ${table}_parts as (delete from ${table} where ${isIn([column], `old where ${where}`, [key])} and ${among})`;
    })
    .join("");
}

type Batch = { deleted: number; next: string | null };

/** Deletes batch by batch, so that no lock is held for long. Returns the number of deleted rows. */
export async function inBatches(
  pool: pg.Pool,
  statement: BatchStatement,
  [before, from]: [before: Date, from?: string],
  more: readonly unknown[] = [],
): Promise<number> {
  let deleted = 0;
  for (let next: string | null | undefined = from ?? null; next !== undefined; ) {
    const { rows }: pg.QueryResult<Batch> = await pool.query(statement, [before, next, ...more]);
    deleted += rows[0]?.deleted ?? 0;
    next = rows[0]?.next ?? undefined;
  }
  return deleted;
}
