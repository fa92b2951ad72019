import type pg from "pg";

/** Whether a formula is exposed under a method and path for users of this account. */
export async function hasResource(
  pool: pg.Pool,
  {
    organizationId,
    accountId,
    method,
    uri,
  }: { organizationId: number; accountId: number; method: string; uri: string },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "formula_resource",
    text: `select 1 from formula f join account a on a.id = f.account_id
      where f.organization_id = $1 and f.method = $2 and f.uri = $3 and (a.id = $4 or a.is_default)`,
    values: [organizationId, method, uri, accountId],
  });
  return (rowCount ?? 0) > 0;
}
