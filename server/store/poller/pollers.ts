import type pg from "pg";
import type { Db } from "../database/prisma.ts";
import { ownerHasAccess } from "../database/scope.ts";

/** The element instance, and the process that polls it. */
export type PollLease = { elementInstanceId: number; owner: string };
export type DuePoller = { elementInstanceId: number; organizationId: number; minutes: number; lagMs: number };

/** The instance was deleted, its polling was disabled, or another process took it over. */
export class PollLost extends Error {
  constructor(elementInstanceId: number) {
    super(`Element instance ${elementInstanceId} is polled by another process, or no more.`);
  }
}

type Key = { elementInstanceId: number; organizationId: number };

/**
 * Enables polling of the instance at an interval of `minutes`. Resources that wait because of errors are polled again
 * without delay.
 */
export async function put(db: Db, { elementInstanceId, organizationId, minutes }: Key & { minutes: number }) {
  await db.$executeRaw`
    insert into poller (element_instance_id, organization_id, minutes) values (${elementInstanceId}, ${organizationId}, ${minutes})
    on conflict (element_instance_id) do update set next_poll_at = case when poller.minutes = excluded.minutes
      then poller.next_poll_at else least(poller.next_poll_at, now()) end, minutes = excluded.minutes`;
  await db.polledResource.updateMany({
    where: { elementInstanceId, organizationId, failures: { gt: 0 } },
    data: { failures: 0, retryAt: null },
  });
}

/** Disables polling. The state of its resources is kept. */
export const remove = (db: Db, { elementInstanceId, organizationId }: Key) =>
  db.poller.deleteMany({ where: { elementInstanceId, organizationId } });

/** The column has millisecond precision and its value may have been rounded up. */
const DUE = "next_poll_at < now() + interval '1 millisecond'";
const FREE = "(lease_until is null or lease_until <= now())";

/** Other workers may lock the first of what is due at the same time. */
const CANDIDATES = 4;

/**
 * Claims up to `limit` due instances by the database's clock: organizations in turn, and the longest overdue first.
 * Instances that are disabled, need re-authentication or belong to a user without access are skipped.
 */
export async function claimDue(
  pool: pg.Pool,
  { owner, limit, leaseMs }: { owner: string; limit: number; leaseMs: number },
): Promise<DuePoller[]> {
  const { rows } = await pool.query<DuePoller>({
    name: "poller_claim",
    text: `
with due as (
  select element_instance_id, next_poll_at, row_number() over (partition by organization_id order by next_poll_at) as turn
  from (
    select p.element_instance_id, p.organization_id, p.next_poll_at from poller p
    where p.${DUE} and ${FREE} and (select i.valid and not i.disabled and ${ownerHasAccess("i.user_id")}
      from element_instance i where i.id = p.element_instance_id)
    order by p.next_poll_at limit 1000
  ) waiting
), candidate as (
  select element_instance_id from due order by turn, next_poll_at limit ${CANDIDATES} * $2::bigint
), chosen as (
  select p.element_instance_id from candidate c cross join lateral (select p.element_instance_id from poller p
    where p.element_instance_id = c.element_instance_id and p.${DUE} and ${FREE} for update skip locked) p limit $2::bigint
)
update poller set lease_owner = $1, lease_until = now() + $3 * interval '1 millisecond'
where element_instance_id = any(array(select element_instance_id from chosen))
returning element_instance_id as "elementInstanceId", organization_id as "organizationId", minutes,
  (extract(epoch from now() - next_poll_at) * 1000)::float as "lagMs"`,
    values: [owner, limit, leaseMs],
  });
  return rows;
}

/** Claims an instance whether or not it is due; null if another process is polling it or polling is disabled. */
export async function take(pool: pg.Pool, { elementInstanceId, owner }: PollLease, leaseMs: number) {
  const { rowCount } = await pool.query({
    name: "poller_take",
    text: `update poller set lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond'
      where element_instance_id = $1 and ${FREE}`,
    values: [elementInstanceId, owner, leaseMs],
  });
  return rowCount === 1;
}

/** Extends the lease of its current holder; false if it was lost. */
export async function hold(pool: pg.Pool, { elementInstanceId, owner }: PollLease, leaseMs: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "poller_hold",
    text: `update poller set lease_until = now() + $3 * interval '1 millisecond'
      where element_instance_id = $1 and lease_owner = $2`,
    values: [elementInstanceId, owner, leaseMs],
  });
  return rowCount === 1;
}

/**
 * Releases the lease. The next poll is due a multiple of `everyMs` after the previous due time, and not in the past.
 * With null the due time is unchanged; with 0 the poll continues as soon as other due instances had their turn.
 */
export async function release(pool: pg.Pool, { elementInstanceId, owner }: PollLease, everyMs: number | null) {
  await pool.query({
    name: "poller_release",
    text: `update poller set lease_owner = null, lease_until = null, next_poll_at = case
        when $3::float is null then next_poll_at when $3 = 0 then now()
        else next_poll_at + greatest(1, ceil(extract(epoch from now() - next_poll_at) * 1000 / $3)) * $3 * interval '1 millisecond' end
      where element_instance_id = $1 and lease_owner = $2`,
    values: [elementInstanceId, owner, everyMs],
  });
}

/** Throws PollLost unless the lease is still held. Other processes cannot acquire it until this transaction ends. */
export async function assertHeld(client: pg.ClientBase, { elementInstanceId, owner }: PollLease): Promise<void> {
  const { rowCount } = await client.query({
    name: "poller_held",
    text: "select from poller where element_instance_id = $1 and lease_owner = $2 for share",
    values: [elementInstanceId, owner],
  });
  if (rowCount !== 1) throw new PollLost(elementInstanceId);
}

/** Finds when an instance is polled next; null if polling is disabled. */
export const find = (db: Db, { elementInstanceId, organizationId }: Key) =>
  db.poller.findFirst({ where: { elementInstanceId, organizationId } });

/** Lists when these instances are polled next. */
export const ofInstances = (
  db: Db,
  { elementInstanceIds, organizationId }: { elementInstanceIds: number[]; organizationId: number },
) => db.poller.findMany({ where: { elementInstanceId: { in: elementInstanceIds }, organizationId } });
