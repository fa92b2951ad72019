import type pg from "pg";
import { isAt } from "../execution/execution-places.ts";

/** Moves an ended execution and its records to another time. Used only to create the history of the demo. */
export async function moveExecution(pool: pg.Pool, executionId: number, to: Date): Promise<void> {
  await pool.query(
    `with past as (select id, created_at - $2::timestamptz as by from execution where id = $1 and ${isAt("$1")}),
     moved as (update execution e set created_at = e.created_at - by, updated_at = e.updated_at - by from past where e.id = past.id and ${isAt("$1")})
     update step_execution s set created_at = s.created_at - by from past where s.execution_id = past.id`,
    [executionId, to],
  );
}
