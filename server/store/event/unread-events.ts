import type pg from "pg";
import type { EventSource } from "#server/element/event-kinds/registry.ts";
import { endsOf } from "../execution/execution-places.ts";

export type ClaimedEvent = { organizationId: number; accountId: number; eventId: number };

/**
 * Claims unparsed webhooks, for jobs that are enqueued in the same transaction. A webhook that is not parsed within
 * `leaseMs`, because its job was lost, is claimed again.
 */
export async function claimUnread(
  client: pg.ClientBase,
  { limit, fullOrganizations, leaseMs }: { limit: number; fullOrganizations: number[]; leaseMs: number },
): Promise<ClaimedEvent[]> {
  const { rows } = await client.query<ClaimedEvent>({
    name: "events_unread",
    text: `select id::float8 as "eventId", organization_id as "organizationId", account_id as "accountId"
      from event where status = 'NEW' and read_until <= now() and organization_id <> all($2::int[])
      order by read_until limit $1 for update skip locked`,
    values: [limit, fullOrganizations],
  });
  if (rows.length === 0) return rows;
  const ids = rows.map(({ eventId }) => eventId);
  // A statement of its own names the ends of the ids: Postgres opens only their partitions.
  await client.query({
    name: "events_unread_lease",
    text: `update event set read_until = now() + $1 * interval '1 millisecond' where id = any($2::bigint[]) and id between $3 and $4`,
    values: [leaseMs, ids, ...endsOf(ids)],
  });
  return rows;
}

type Key = { organizationId: number; eventId: number };

/** A webhook that was stored before it was parsed. `unread` and `raw` are JSON text. */
export type UnreadEvent = {
  elementInstanceId: number;
  source: EventSource;
  unread: string;
  raw: string;
  requestId: string | null;
  request: string | null;
};

/** Finds an unparsed webhook; null if it was already parsed. */
export async function findUnread(pool: pg.Pool, { organizationId, eventId }: Key): Promise<UnreadEvent | null> {
  const { rows } = await pool.query<UnreadEvent>({
    name: "event_unread",
    text: `select element_instance_id as "elementInstanceId", source, unread, raw, request_id as "requestId", request from event
      where id = $1 and organization_id = $2 and status = 'NEW'`,
    values: [eventId, organizationId],
  });
  return rows[0] ?? null;
}

/** Records why an event could not be parsed. It is not parsed again. */
export async function failUnread(
  db: pg.Pool | pg.ClientBase,
  { organizationId, eventId }: Key,
  error: string,
): Promise<void> {
  await db.query(
    `update event set status = 'CONSUMED', error = $2, unread = null, read_until = null, updated_at = now()
     where id = $1 and organization_id = $3 and status = 'NEW'`,
    [eventId, error, organizationId],
  );
}

/** Leaves an event unparsed and records the reason. It stays so until its job is retried manually. */
export async function postpone(pool: pg.Pool, { organizationId, eventId }: Key, error: string): Promise<void> {
  await pool.query(
    `update event set error = $2, read_until = null, updated_at = now()
     where id = $1 and organization_id = $3 and status = 'NEW'`,
    [eventId, error, organizationId],
  );
}
