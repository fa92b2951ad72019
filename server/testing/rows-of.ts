import type pg from "pg";

/** Tables that count requests, also those that are refused. */
const COUNTING = ["api_tally", "provider_exchange", "usage"];

/** The owner of the rows: the account, or the user where a table has no account, or the organization. */
type Owner = { organizationId: number; accountId?: number; userId?: number };

/**
 * All rows of an owner as JSON, by table: what a refused request must leave as it was. One statement reads them, and
 * finds new tables in the catalog.
 */
export async function rowsOf(pool: pg.Pool, owner: Owner): Promise<Record<string, string>> {
  const { organizationId, accountId = null, userId = null } = owner;
  statement ??= await statementOf(pool);
  const { rows } = await pool.query<{ name: string; rows: string }>({
    name: "rows_of",
    text: statement,
    values: [organizationId, accountId, userId],
  });
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

let statement: string | undefined;

async function statementOf(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname in ('organization_id', 'account_id', 'user_id') and c.relname <> all($1)
     group by 1 order by 1`,
    [COUNTING],
  );
  return tables
    .map(({ name, columns }) => {
      const has = (column: string) => columns.includes(column);
      const narrowed = has("account_id")
        ? "($2::int is null or account_id = $2)"
        : has("user_id")
          ? "($3::int is null or user_id = $3)"
          : "true";
      // Sessions name their user alone, and when they were last seen.
      const own = has("organization_id")
        ? `organization_id = $1 and ${narrowed}`
        : `user_id in (select id from "user" where organization_id = $1) and ${narrowed}`;
      const row = "to_jsonb(one) - 'last_seen_at' - 'last_used_at'";
      return `select '${name}' as name, coalesce((select jsonb_agg(${row} order by ${row}) from "${name}" one where ${own}), '[]')::text as rows`;
    })
    .join(" union all ");
}
