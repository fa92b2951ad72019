import type pg from "pg";

/** Every column of every table, as `table.column`, that contains a text in some row, whatever its type. */
export async function columnsWith(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `select table_name as "table", column_name as "column", data_type as type from information_schema.columns
     where table_schema = 'public' and table_name in (
       select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')`,
  );
  const byTable = Map.groupBy(rows, ({ table }) => table);
  const found = await Promise.all(
    [...byTable].map(async ([table, columns]) => {
      const counts = columns.map(({ column, type }) => {
        const value = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
        return `count(*) filter (where strpos(${value}, $1) > 0)::int as "${column}"`;
      });
      const { rows } = await pool.query<Record<string, number>>(`select ${counts.join(", ")} from "${table}"`, [text]);
      return Object.entries(rows[0] ?? {}).flatMap(([column, count]) => (count > 0 ? [`${table}.${column}`] : []));
    }),
  );
  return found.flat().sort();
}
