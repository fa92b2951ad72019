import type pg from "pg";
import type { ExecutionStatus } from "#server/formula/execution-status.ts";

export type LastExecution = { formulaInstanceId: number; id: number; status: ExecutionStatus; createdAt: Date };

/**
 * Finds the newest execution of each of these formula instances in one statement, with one index lookup for each. Draft
 * runs are excluded.
 */
export async function lastExecutions(
  pool: pg.Pool,
  organizationId: number,
  formulaInstanceIds: readonly number[],
): Promise<LastExecution[]> {
  const { rows } = await pool.query<LastExecution>(
    `select i.id as "formulaInstanceId", e.id::float8 as id, e.status, e.created_at as "createdAt"
     from unnest($2::int[]) as i (id)
     cross join lateral (select id, status, created_at from execution
       where organization_id = $1 and formula_instance_id = i.id and revision > 0 order by created_at desc, id desc limit 1) e`,
    [organizationId, formulaInstanceIds],
  );
  return rows;
}
