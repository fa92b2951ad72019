import type pg from "pg";

export type DatabaseClock = { now: () => Date; close: () => void };

const SET_EVERY_MS = 30_000;

/**
 * Provides the database's time, which all processes use: schedules, leases, tokens and signatures are correct even if
 * the clock of this machine is wrong or jumps (F10). Between two readings the time advances by a monotonic clock.
 * Throws if the database is unavailable.
 */
export async function openDatabaseClock(
  pool: pg.Pool,
  { onError }: { onError: (error: Error) => void },
): Promise<DatabaseClock> {
  let ahead = await read();

  async function read(): Promise<number> {
    const sentAt = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    );
    const receivedAt = performance.now();
    const [row] = rows;
    if (!row) throw new Error("The database did not tell its time.");
    return row.ms - (sentAt + receivedAt) / 2;
  }

  const timer = setInterval(() => {
    read().then((read) => {
      ahead = read;
    }, onError);
  }, SET_EVERY_MS);
  timer.unref();
  return {
    now: () => new Date(ahead + performance.now()),
    close: () => clearInterval(timer),
  };
}
