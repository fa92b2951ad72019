import type pg from "pg";
import { IN_PROGRESS } from "../execution/execution-places.ts";

/** The number of waiting items and the age of the oldest. */
export type Waiting = { name: string; count: number; oldestSeconds: number };

/**
 * Counts the work that no process has claimed yet, across all organizations: executions, deliveries, and the due jobs
 * of each queue.
 */
export async function readBacklog(pool: pg.Pool): Promise<Waiting[]> {
  const { rows } = await pool.query<Waiting>(
    `select 'executions' as name, count(*)::int as count,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
     from execution where ${IN_PROGRESS} and status = 'pending' and runner_id is null
     union all
     select 'deliveries', count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
     from delivery where ready
     union all
     select name, count(*)::int, coalesce(extract(epoch from now() - min(start_after)), 0)::float8
     from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`,
  );
  return rows;
}
