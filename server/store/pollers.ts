import type pg from "pg";
import type { Db } from "./database.ts";

/** Which element instance, and who polls it. */
export type PollLease = { elementInstanceId: number; owner: string };
export type DuePoller = { elementInstanceId: number; organizationId: number; minutes: number; lagMs: number };

/** The instance was deleted, or its polls were turned off or taken over by another process meanwhile. */
export class PollLost extends Error {
  constructor(elementInstanceId: number) {
    super(`Element instance ${elementInstanceId} is polled by another process, or no more.`);
  }
}

type Key = { elementInstanceId: number; organizationId: number };

/** Polls the instance from now on, every so many minutes; one that waits because of errors is tried at once. */
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

/** Ends the polls; what they had seen stays. */
export const remove = (db: Db, { elementInstanceId, organizationId }: Key) =>
  db.poller.deleteMany({ where: { elementInstanceId, organizationId } });

/** The column keeps milliseconds and may have rounded up. */
const DUE = "next_poll_at < now() + interval '1 millisecond'";
const FREE = "(lease_until is null or lease_until <= now())";

/**
 * Takes up to `limit` instances whose time has come, organizations in turn and the longest waiting first, by the
 * database's clock. Those that are disabled, need re-authentication or belong to somebody without access wait.
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
    select p.element_instance_id, p.organization_id, p.next_poll_at
    from poller p join element_instance i on i.id = p.element_instance_id and i.valid and not i.disabled
    join "user" u on u.id = i.user_id and u.active join account a on a.id = u.account_id and a.active
    where p.${DUE} and ${FREE} order by p.next_poll_at limit 1000
  ) waiting
), chosen as (
  select p.element_instance_id from poller p join due on due.element_instance_id = p.element_instance_id
  where p.${DUE} and ${FREE} order by due.turn, due.next_poll_at limit $2 for update of p skip locked
)
update poller set lease_owner = $1, lease_until = now() + $3 * interval '1 millisecond'
where element_instance_id in (select element_instance_id from chosen)
returning element_instance_id as "elementInstanceId", organization_id as "organizationId", minutes,
  (extract(epoch from now() - next_poll_at) * 1000)::float as "lagMs"`,
    values: [owner, limit, leaseMs],
  });
  return rows;
}

/** Takes one instance whether or not its time has come; null while another polls it, or when it is not polled at all. */
export async function take(pool: pg.Pool, { elementInstanceId, owner }: PollLease, leaseMs: number) {
  const { rowCount } = await pool.query({
    name: "poller_take",
    text: `update poller set lease_owner = $2, lease_until = now() + $3 * interval '1 millisecond'
      where element_instance_id = $1 and ${FREE}`,
    values: [elementInstanceId, owner, leaseMs],
  });
  return rowCount === 1;
}

/** Prolongs the lease by whoever still holds it; false when it was lost. */
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
 * Gives the lease back. The next poll is `everyMs` after the one before was due, and not before now; with null it stays
 * as it is, and with 0 the poll goes on when the others had their turn.
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

/** Throws PollLost unless the lease still counts; others wait until this transaction ends before they take it. */
export async function assertHeld(client: pg.ClientBase, { elementInstanceId, owner }: PollLease): Promise<void> {
  const { rowCount } = await client.query({
    name: "poller_held",
    text: "select from poller where element_instance_id = $1 and lease_owner = $2 for share",
    values: [elementInstanceId, owner],
  });
  if (rowCount !== 1) throw new PollLost(elementInstanceId);
}

/** When it is polled next; null when it is not polled. */
export const find = (db: Db, { elementInstanceId, organizationId }: Key) =>
  db.poller.findFirst({ where: { elementInstanceId, organizationId } });
