import type pg from "pg";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countRows } from "../database/count-rows.ts";
import { SEEN, seenBy, type Tenant } from "../database/scope.ts";

/** An element instance that is polled, or was polled before. */
export type PolledInstance = { id: number; name: string };

/** Lists the polled instances that the caller sees, the newest first. */
export async function listPolledInstances(
  pool: pg.Pool,
  tenant: Tenant,
  { elementInstanceId, page }: { elementInstanceId?: number | undefined; page: PageRequest },
): Promise<Page<PolledInstance>> {
  const values = [...seenBy(tenant), elementInstanceId ?? null];
  // As values, the subqueries are looked up for each instance; `exists` would read the pollers of all organizations.
  const where = `${SEEN} and ($4::int is null or e.id = $4) and coalesce(
    (select true from poller p where p.element_instance_id = e.id and p.organization_id = e.organization_id),
    (select true from polled_resource p where p.element_instance_id = e.id and p.organization_id = e.organization_id limit 1))`;
  const [counted, { rows }] = await Promise.all([
    countRows(pool, `select from element_instance e where ${where}`, values),
    pool.query<PolledInstance>(
      `select e.id, e.name from element_instance e where ${where} and ($5::int is null or e.id < $5)
       order by e.id desc limit $6`,
      [...values, page.after ?? null, page.size + 1],
    ),
  ]);
  return pageOf(rows, counted, page, ({ id }) => id);
}
