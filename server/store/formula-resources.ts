import type pg from "pg";

/** The formula that is exposed under a method and path for users of this account; null when there is none. */
export async function findResource(
  pool: pg.Pool,
  { organizationId, accountId, method, uri }: { organizationId: number; accountId: number; method: string; uri: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ id: number }>({
    name: "formula_resource",
    text: `select f.id from formula f join account a on a.id = f.account_id
      where f.organization_id = $1 and f.method = $2 and f.uri = $3
      order by f.account_id = $4 desc, a.is_default desc limit 1`,
    values: [organizationId, method, uri, accountId],
  });
  return rows[0]?.id ?? null;
}
