import type pg from "pg";

/** A row with a grant. Its table has the columns of a lease. */
export type Granted = { table: "element_instance" | "test_account"; id: number };

/** A row with a grant, and the process that refreshes it. */
export type Lease = Granted & { owner: string };

/** The state of a lease by the database's clock: `resting` means that refreshing is paused after a failure, for `restMs`. */
export type LeaseState = { state: "free" | "held" | "resting"; restMs: number };

/** Returns the state of the lease; null if what has the grant was deleted. */
export async function stateOf(pool: pg.Pool, { table, id }: Granted): Promise<LeaseState | null> {
  const { rows } = await pool.query<LeaseState>({
    name: `grant-lease-state-${table}`,
    text: `select case when refresh_until is null or refresh_until <= now() then 'free'
      when refresh_owner is null then 'resting' else 'held' end as state,
      coalesce(ceil(extract(epoch from refresh_until - now()) * 1000), 0)::int as "restMs"
      from ${table} where id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/**
 * Acquires the lease if it is free and the version of the row is unchanged. Of concurrent callers exactly one succeeds.
 */
export async function take(
  pool: pg.Pool,
  { table, id, owner }: Lease,
  { version, forMs }: { version: number; forMs: number },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: `grant-lease-take-${table}`,
    text: `update ${table} set refresh_owner = $2, refresh_until = now() + $4 * interval '1 millisecond'
      where id = $1 and version = $3 and (refresh_until is null or refresh_until <= now())`,
    values: [id, owner, version, forMs],
  });
  return rowCount === 1;
}

/** Extends the lease of its current holder; false if it was lost or what has the grant was deleted. */
export async function hold(pool: pg.Pool, { table, id, owner }: Lease, forMs: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: `grant-lease-hold-${table}`,
    text: `update ${table} set refresh_until = now() + $3 * interval '1 millisecond'
      where id = $1 and refresh_owner = $2`,
    values: [id, owner, forMs],
  });
  return rowCount === 1;
}

/** Releases the lease; with `restMs`, it cannot be acquired again before that time has passed. */
export async function release(pool: pg.Pool, { table, id, owner }: Lease, restMs = 0): Promise<void> {
  await pool.query({
    name: `grant-lease-release-${table}`,
    text: `update ${table} set refresh_owner = null,
      refresh_until = case when $3::int > 0 then now() + $3 * interval '1 millisecond' end
      where id = $1 and refresh_owner = $2`,
    values: [id, owner, restMs],
  });
}

/** Returns the database's time, which all processes share (F10). */
export async function databaseNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("select now()");
  return rows[0]?.now ?? new Date();
}

/** Marks the grant of an instance as invalid and ends the lease. False if the lease was lost or the instance deleted. */
export async function markInvalid(
  client: pg.ClientBase,
  { id, owner }: Lease & { table: "element_instance" },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update element_instance set valid = false, version = version + 1, refresh_owner = null, refresh_until = null,
      updated_at = now() where id = $1 and refresh_owner = $2`,
    [id, owner],
  );
  return rowCount === 1;
}
