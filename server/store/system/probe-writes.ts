import type pg from "pg";

/**
 * Whether the database accepts writes: commits a small message to its log, which reaches its disk and its synchronous
 * standbys as any change does, and leaves no row.
 */
export async function acceptsWrites(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select pg_logical_emit_message(true, 'formulary', 'ready')
     where not current_setting('transaction_read_only')::boolean`,
  );
  return rowCount === 1;
}
