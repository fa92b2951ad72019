import type pg from "pg";
import { ownerHasAccess, SEEN, seenBy, type Tenant } from "../database/scope.ts";
import { IN_PROGRESS } from "../execution/execution-places.ts";

/** The work of a queue for the caller's accounts: what waits, since when, and what runs. */
export type QueueDepth = { name: string; waiting: number; running: number; oldestAt: Date | null };

/**
 * The depth of each background queue, as far as the caller sees: executions, deliveries and polls by their own rows,
 * others by their jobs.
 */
export async function ownBacklog(pool: pg.Pool, tenant: Tenant): Promise<QueueDepth[]> {
  const { rows } = await pool.query<QueueDepth>(
    `select 'executions' as name, waiting.count as waiting,
       (select count(*)::int from execution e where ${IN_PROGRESS} and ${SEEN} and e.status = 'pending' and e.runner_id is not null) as running,
       waiting.since as "oldestAt"
     from (select count(*)::int as count, min(e.created_at) as since from execution e
       where ${IN_PROGRESS} and ${SEEN} and e.status = 'pending' and e.runner_id is null) waiting
     union all
     select 'deliveries', ready.count, (select count(*)::int from delivery d join subscription e on e.id = d.subscription_id
       where d.organization_id = $1 and ${SEEN} and not d.ready and d.wake_at is not null and d.status = 'created'), ready.since
     from (select count(*)::int as count, min(d.created_at) as since from delivery d join subscription e on e.id = d.subscription_id
       where d.organization_id = $1 and ${SEEN} and d.ready and d.status in ('created', 'retry')) ready
     union all
     select 'polls', count(*) filter (where p.lease_until is null or p.lease_until <= now())::int,
       count(*) filter (where p.lease_until > now())::int,
       min(p.next_poll_at) filter (where p.lease_until is null or p.lease_until <= now())
     from poller p join element_instance e on e.id = p.element_instance_id and e.valid and not e.disabled
       and ${ownerHasAccess("e.user_id")}
     where p.organization_id = $1 and ${SEEN} and p.next_poll_at <= now()
     union all
     select 'bulk-jobs', count(*) filter (where e.lease_until is null or e.lease_until <= now())::int,
       count(*) filter (where e.lease_until > now())::int,
       min(e.due_at) filter (where e.lease_until is null or e.lease_until <= now())
     from bulk_job e where ${SEEN} and e.status in ('CREATED', 'RUNNING') and e.due_at <= now()
     union all
     select name, count(*) filter (where state <> 'active')::int, count(*) filter (where state = 'active')::int,
       min(start_after) filter (where state <> 'active')
     from pgboss.job
     where state in ('created', 'retry', 'active') and start_after <= now() and data->>'organizationId' = $1::int::text
       and ($2 or data->>'accountId' = $3::int::text)
     group by name`,
    seenBy(tenant),
  );
  return rows;
}
