import type pg from "pg";

type Column = { table: string; column: string; boundTo: readonly string[]; except?: string };

/**
 * The physical location of a row (`ctid`). It changes with each write, so it does not match a row that was updated in
 * the meantime.
 */
export type Place = string;
export const BEFORE_ALL: Place = "(0,0)";

export type SealedValue = { place: Place; value: string; bound: Record<string, unknown> };

/** The tables that hold the rows of a table: its partitions, or itself. A location is one of a single table. */
export async function tablesOf(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_partition_tree($1::text::regclass) p join pg_class c on c.oid = p.relid where p.isleaf
     order by c.relname`,
    [table],
  );
  return rows.length === 0 ? [table] : rows.map(({ name }) => name);
}

/**
 * Lists values after a location that are wrapped by another key than the newest. The name of the key is the second part
 * of an encrypted value.
 */
export async function listOfOtherKeys(
  pool: pg.Pool,
  column: Column,
  { newestKey, after, limit }: { newestKey: string; after: Place; limit: number },
): Promise<SealedValue[]> {
  const bound = column.boundTo.map((name) => `"${name}"`).join(", ");
  const { rows } = await pool.query<{ place: Place; value: string } & Record<string, unknown>>(
    `select ctid::text as place, "${column.column}" as value, ${bound} from "${column.table}"
     where ctid > $1::tid and ${isSealed(column)} and split_part("${column.column}", '.', 2) <> $2 order by ctid limit $3`,
    [after, newestKey, limit],
  );
  return rows.map(({ place, value, ...bound }) => ({ place, value, bound }));
}

/** Writes values that are unchanged since they were read and returns their number. Other columns are not changed. */
export async function replace(
  pool: pg.Pool,
  { table, column }: Column,
  changes: readonly { place: Place; from: string; to: string }[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const { rowCount } = await pool.query(
    `update "${table}" t set "${column}" = change.after
     from unnest($1::tid[], $2::text[], $3::text[]) as change(place, before, after)
     where t.ctid = change.place and t."${column}" = change.before`,
    [changes.map(({ place }) => place), changes.map(({ from }) => from), changes.map(({ to }) => to)],
  );
  return rowCount ?? 0;
}

/** Counts the values that each key wraps. */
export async function countByKey(pool: pg.Pool, column: Column): Promise<{ kid: string; values: number }[]> {
  const { rows } = await pool.query<{ kid: string; values: number }>(
    `select split_part("${column.column}", '.', 2) as kid, count(*)::int as values from "${column.table}"
     where ${isSealed(column)} group by kid`,
  );
  return rows;
}

/** The organization of the catalog has no secrets: its values are empty. */
const isSealed = ({ column, except }: Column) =>
  `"${column}" <> ''${except === undefined ? "" : ` and not (${except})`}`;
