import type pg from "pg";
import type { Reader } from "../database/read-router.ts";
import { IS_OVER } from "../execution/execution-places.ts";

const BATCH = 1000;
/** Counting ends here. */
const MOST_COUNTED = 10_000;

type Expired = { organizationId: number; before: Date };

/** The data that an organization keeps for a limited time: rows of `$1`, the organization, from before `$2`. */
const KEPT = {
  executions: `from execution where organization_id = $1 and created_at < $2
    and ${IS_OVER} order by created_at`,
  events: "from event where organization_id = $1 and created_at < $2 and status <> 'NEW' order by created_at",
  deliveries: "from delivery where organization_id = $1 and created_at < $2 order by id",
  requests: "from usage where organization_id = $1 and created_at < $2 order by created_at",
} as const;

export type KeptData = keyof typeof KEPT;
export const KEPT_DATA = Object.keys(KEPT) as KeptData[];

/** How many rows are from before a date, and the time of the oldest; counting ends at 10,001. */
export async function countExpired(pool: Reader, { data, organizationId, before }: Expired & { data: KeptData }) {
  const { rows } = await pool.query<{ count: number; since: Date | null }>(
    `select count(*)::int as count, min(created_at) as since
     from (select created_at ${KEPT[data]} limit ${MOST_COUNTED + 1}) expired`,
    [organizationId, before],
  );
  return { count: rows[0]?.count ?? 0, since: rows[0]?.since ?? null };
}

/** Deletes, in batches, what an organization has from before a date: runs, events, notifications and requests. */
export async function deleteExpired(pool: pg.Pool, { organizationId, before }: Expired): Promise<void> {
  const statements = [
    `with old as (delete from execution where organization_id = $1
         and (id, record) in (select id, record ${KEPT.executions} limit $3) returning id)
     , steps as (delete from step_execution where execution_id = any(array(select id from old)))
     select id from old`,
    `with old as (delete from event where organization_id = $1
         and id = any(array(select id ${KEPT.events} limit $3)) returning id)
     , starts as (delete from event_start where organization_id = $1 and event_id = any(array(select id from old)))
     select id from old`,
    // References delete the deliveries.
    `with old as (delete from notification where organization_id = $1
         and id in (select id from notification where organization_id = $1 and created_at < $2 order by id limit $3) returning id)
     , attempts as (delete from delivery_attempt where organization_id = $1 and delivery_id = any(array(
         select id from delivery where organization_id = $1 and notification_id = any(array(select id from old)))))
     select id from old`,
    `with old as (delete from usage where organization_id = $1 and created_at < $2
         and request_id = any(array(select request_id ${KEPT.requests} limit $3)) returning request_id)
     , exchanges as (delete from provider_exchange where organization_id = $1 and created_at < $2
         and request_id = any(array(select request_id from old)))
     select request_id from old`,
  ];
  for (const statement of statements) {
    for (let isMore = true; isMore; ) {
      const { rowCount } = await pool.query(statement, [organizationId, before, BATCH]);
      isMore = (rowCount ?? 0) >= BATCH;
    }
  }
}
