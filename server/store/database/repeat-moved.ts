import type pg from "pg";

/**
 * Postgres ends a statement with this code if a row that it waited for was moved to another partition meanwhile, as the
 * end of an execution does.
 */
const MOVED = "40001";
/** Each time another row has moved: a statement that writes many executions may meet several. */
const ATTEMPTS = 10;

/**
 * Lets the pool repeat a statement that met a moved row: outside of a transaction nothing of it was written. It then finds
 * the row where it is.
 */
export function repeatWhereMoved(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const repeated = async (given: unknown[]) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await query(...given);
      } catch (error) {
        if ((error as { code?: string }).code !== MOVED || attempt === ATTEMPTS) throw error;
      }
    }
  };
  pool.query = ((...given: unknown[]) =>
    typeof given.at(-1) === "function" ? query(...given) : repeated(given)) as pg.Pool["query"];
}
