import type pg from "pg";
import type { ScheduledRequest } from "./due-schedules.ts";

/** A request that was written before requests were encrypted. */
export type UnsealedCall = { id: string; organizationId: number; scheduleId: string; call: ScheduledRequest };

/** The tables of requests: of jobs, and of their runs. */
const TABLES = {
  schedule: {
    first: "00000000-0000-0000-0000-000000000000",
    list: `select id, organization_id as "organizationId", id as "scheduleId", call from schedule
      where call is not null and id > $1::uuid order by id limit $2`,
    seal: "update schedule set call = null, call_sealed = $1 where id = $2::uuid and organization_id = $3 and call is not null",
  },
  job_run: {
    first: "-1",
    list: `select id, organization_id as "organizationId", schedule_id as "scheduleId", data - 'status' as call from job_run
      where data ? 'uri' and id > $1::bigint order by id limit $2`,
    seal: `update job_run set data = data - array['method', 'uri', 'query', 'headers', 'body'], call_sealed = $1
      where id = $2::bigint and organization_id = $3 and data ? 'uri'`,
  },
} as const;

export type CallTable = keyof typeof TABLES;
export const CALL_TABLES = Object.keys(TABLES) as CallTable[];

/** Lists such requests of all organizations, after an id. */
export async function list(
  pool: pg.Pool,
  table: CallTable,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<UnsealedCall[]> {
  const { rows } = await pool.query<UnsealedCall>(TABLES[table].list, [after ?? TABLES[table].first, limit]);
  return rows;
}

/** Replaces a request by its encrypted text, unless that was done meanwhile. */
export async function seal(
  pool: pg.Pool,
  table: CallTable,
  { id, organizationId, sealed }: { id: string; organizationId: number; sealed: string },
): Promise<void> {
  await pool.query(TABLES[table].seal, [sealed, id, organizationId]);
}
