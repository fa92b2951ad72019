import type pg from "pg";

/** Reads the check values of all keys that were ever used, by key name. */
export async function readChecks(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ kid: string; sealed: string }>("select kid, sealed from encryption_key");
  return new Map(rows.map(({ kid, sealed }) => [kid, sealed]));
}

/** Stores the check value of a key unless one is already stored, and returns the stored value. */
export async function keepCheck(pool: pg.Pool, kid: string, sealed: string): Promise<string> {
  await pool.query("insert into encryption_key (kid, sealed) values ($1, $2) on conflict (kid) do nothing", [
    kid,
    sealed,
  ]);
  return (await readChecks(pool)).get(kid) ?? sealed;
}

/** Finds a secret that was encrypted before key checks existed, with its identity; null if there is none. */
export async function findOldSecret(pool: pg.Pool): Promise<{ sealed: string; hash: Buffer } | null> {
  const { rows } = await pool.query<{ sealed: string; hash: Buffer }>(
    "select secret_sealed as sealed, secret_hash as hash from organization order by id desc limit 1",
  );
  return rows[0] ?? null;
}
