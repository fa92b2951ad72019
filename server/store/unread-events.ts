import type pg from "pg";

/** A webhook that was kept before it was read. `unread` and `raw` are JSON text. */
export type UnreadEvent = {
  id: number;
  elementInstanceId: number;
  unread: string;
  raw: string;
  requestId: string | null;
};

/** Claims unread events, each for `leaseMs`: if the process dies, another claims them later. */
export async function claimUnread(pool: pg.Pool, { limit, leaseMs }: { limit: number; leaseMs: number }) {
  const { rows } = await pool.query<UnreadEvent>({
    name: "events_unread",
    text: `with due as (
        select id from event where status = 'NEW' and read_until <= now() order by read_until limit $1 for update skip locked)
      update event e set read_until = now() + $2 * interval '1 millisecond' from due where e.id = due.id
      returning e.id::float8 as id, e.element_instance_id as "elementInstanceId", e.unread, e.raw,
        e.request_id as "requestId"`,
    values: [limit, leaseMs],
  });
  return rows;
}

/** Records why an event could not be read; it is not tried again. */
export async function failUnread(pool: pg.Pool, id: number, error: string): Promise<void> {
  await pool.query(
    `update event set status = 'CONSUMED', error = $2, unread = null, read_until = null, updated_at = now()
     where id = $1 and status = 'NEW'`,
    [id, error],
  );
}
