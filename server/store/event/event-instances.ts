import type pg from "pg";

/** Lists the instances of elements with a key, so that the target of a webhook can be found among them. */
export async function instancesOfKey(pool: pg.Pool, elementKey: string, limit: number) {
  const { rows } = await pool.query<{ id: number; organizationId: number; isCatalog: boolean }>(
    `select i.id, i.organization_id as "organizationId", e.is_catalog as "isCatalog"
     from element e join element_instance i on i.element_id = e.id
     where e.key = $1 and e.active and i.valid and not i.disabled order by i.id limit $2`,
    [elementKey, limit],
  );
  return rows;
}
