import type pg from "pg";
import { isContended } from "#server/connection-errors.ts";
import type { Db } from "./prisma.ts";

// Postgres ends a statement if a row that it waited for was moved to another partition meanwhile, as the end of an execution
// does. Repeated, it finds the row where it is.

/** Each time another row has moved: a statement that writes many executions may meet several. */
const ATTEMPTS = 20;
const MOVED = "40001";

async function repeated<Result>(isMoved: (error: unknown) => boolean, work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isMoved(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

export const isMoved = (error: unknown): boolean => (error as { code?: string }).code === MOVED;

/**
 * The pool for a statement that may wait for an execution in progress, which another statement ends: it is repeated.
 * Outside of a transaction nothing of it was written.
 */
export const repeating = (pool: pg.Pool): Pick<pg.Pool, "query"> => ({
  query: ((...given: Parameters<pg.Pool["query"]>) =>
    repeated(isMoved, async () => await pool.query(...given))) as unknown as pg.Pool["query"],
});

/** Repeats a part of a transaction that met a moved row. */
export const repeatedIn = <Result>(tx: Db, work: () => Promise<Result>): Promise<Result> =>
  repeated(isContended, async () => {
    await tx.$executeRaw`savepoint before_moved`;
    try {
      return await work();
    } catch (error) {
      await tx.$executeRaw`rollback to savepoint before_moved`;
      throw error;
    }
  });
