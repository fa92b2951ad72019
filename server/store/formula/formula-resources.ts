import type pg from "pg";

/**
 * The paths under which formulas may be exposed with this method, for users of this account, to a request for `uri`:
 * the same, or one with parameters, which the caller compares.
 */
export async function resourcePaths(
  pool: pg.Pool,
  {
    organizationId,
    accountId,
    method,
    uri,
  }: { organizationId: number; accountId: number; method: string; uri: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ uri: string }>({
    name: "formula_resource",
    text: `select distinct f.uri from formula f join account a on a.id = f.account_id
      where f.organization_id = $1 and f.method = $2 and (f.uri = $3 or f.uri like '%{%') and (a.id = $4 or a.is_default)`,
    values: [organizationId, method, uri, accountId],
  });
  return rows.map((row) => row.uri);
}
