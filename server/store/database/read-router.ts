import type pg from "pg";
import { isConnectionLost } from "#server/connection-errors.ts";

/** Runs statements that only read. */
export type Reader = Pick<pg.Pool, "query">;

const CHECK_MS = 1000;
/** A statement that the replica ended to apply changes, and one that took too long, which the primary need not repeat. */
const CONFLICT = "40001";
const TIMEOUT = "57014";

/**
 * Reads from the replica as long as it is at most `maxLagSeconds` behind, and from the primary otherwise. Processes of
 * the product write every three seconds, so that a replica that follows is never further behind than that.
 */
export function routeReads(
  primary: pg.Pool,
  replica: pg.Pool,
  { maxLagSeconds, onError }: { maxLagSeconds: number; onError: (error: Error) => void },
): { reader: Reader; close: () => void } {
  let isFresh = false;
  let isClosed = false;
  let timer: NodeJS.Timeout;

  async function check() {
    try {
      const { rows } = await replica.query<{ lag: number | null }>(
        "select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag",
      );
      isFresh = (rows[0]?.lag ?? 0) <= maxLagSeconds;
    } catch (error) {
      if (isFresh) onError(error as Error);
      isFresh = false;
    }
    if (isClosed) return;
    timer = setTimeout(check, CHECK_MS);
    timer.unref();
  }

  async function query(...statement: Parameters<pg.Pool["query"]>): Promise<unknown> {
    if (isFresh) {
      try {
        return await replica.query(...statement);
      } catch (error) {
        const { code } = error as { code?: string };
        if (code !== CONFLICT && (code === TIMEOUT || !isConnectionLost(error))) throw error;
        if (code !== CONFLICT) isFresh = false;
      }
    }
    return primary.query(...statement);
  }

  void check();
  return {
    reader: { query: query as unknown as pg.Pool["query"] },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
