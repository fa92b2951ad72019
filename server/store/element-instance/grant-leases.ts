import type pg from "pg";

/** The element instance, and the process that refreshes its grant. */
export type Lease = { elementInstanceId: number; owner: string };

/** The state of a lease by the database's clock: `resting` means that refreshing is paused after a failure. */
export type LeaseState = "free" | "held" | "resting";

/** Returns the state of the lease; null if the instance was deleted. */
export async function stateOf(pool: pg.Pool, elementInstanceId: number): Promise<LeaseState | null> {
  const { rows } = await pool.query<{ state: LeaseState }>({
    name: "grant-lease-state",
    text: `select case when refresh_until is null or refresh_until <= now() then 'free'
      when refresh_owner is null then 'resting' else 'held' end as state
      from element_instance where id = $1`,
    values: [elementInstanceId],
  });
  return rows[0]?.state ?? null;
}

/**
 * Acquires the lease if it is free and the version of the row is unchanged. Of concurrent callers exactly one succeeds.
 */
export async function take(
  pool: pg.Pool,
  { elementInstanceId, owner }: Lease,
  { version, forMs }: { version: number; forMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "grant-lease-take",
    text: `update element_instance set refresh_owner = $2, refresh_until = now() + $4 * interval '1 millisecond'
      where id = $1 and version = $3 and (refresh_until is null or refresh_until <= now())`,
    values: [elementInstanceId, owner, version, forMs],
  });
  return rowCount === 1;
}

/** Extends the lease of its current holder; false if it was lost or the instance was deleted. */
export async function hold(pool: pg.Pool, { elementInstanceId, owner }: Lease, forMs: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "grant-lease-hold",
    text: `update element_instance set refresh_until = now() + $3 * interval '1 millisecond'
      where id = $1 and refresh_owner = $2`,
    values: [elementInstanceId, owner, forMs],
  });
  return rowCount === 1;
}

/** Releases the lease; with `restMs`, it cannot be acquired again before that time has passed. */
export async function release(pool: pg.Pool, { elementInstanceId, owner }: Lease, restMs = 0): Promise<void> {
  await pool.query({
    name: "grant-lease-release",
    text: `update element_instance set refresh_owner = null,
      refresh_until = case when $3::int > 0 then now() + $3 * interval '1 millisecond' end
      where id = $1 and refresh_owner = $2`,
    values: [elementInstanceId, owner, restMs],
  });
}

/** Returns the database's time, which all processes share (F10). */
export async function databaseNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("select now()");
  return rows[0]?.now ?? new Date();
}

/** Marks the grant as invalid and ends the lease. False if the lease was lost or the instance was deleted. */
export async function markInvalid(client: pg.ClientBase, { elementInstanceId, owner }: Lease): Promise<boolean> {
  const { rowCount } = await client.query(
    `update element_instance set valid = false, version = version + 1, refresh_owner = null, refresh_until = null,
      updated_at = now() where id = $1 and refresh_owner = $2`,
    [elementInstanceId, owner],
  );
  return rowCount === 1;
}
