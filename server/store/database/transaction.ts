import type pg from "pg";

/**
 * Runs the callback in a transaction on one connection. A connection on which the transaction cannot be undone is
 * closed, so that nobody else continues it.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((reason: Error) => {
      unusable = reason;
    });
    throw error;
  } finally {
    client.release(unusable);
  }
}
