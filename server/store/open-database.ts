import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "#server/generated/prisma/client.ts";
import { connectionOptions } from "./database/connection-options.ts";
import { instanceVersionLookup } from "./element-instance/instance-versions.ts";
import { startMarker } from "./event/event-starts.ts";
import { eventWriter } from "./event/event-writer.ts";
import { runnableLookup } from "./execution/runnables.ts";

/**
 * Two connection pools with separate policies. `pool` is for the hot path: prepared statements that are planned once
 * and use indexes. `queries` is for everything else, such as lists and analytics, which Postgres plans by current table
 * statistics; Prisma also uses it.
 */
export type Database = Shared & { prisma: PrismaClient; pool: pg.Pool; queries: pg.Pool; close: () => Promise<void> };

/** Lookups and writes of the hot path of which concurrent callers share the statements. */
const shared = (pool: pg.Pool) => ({
  findInstanceVersion: instanceVersionLookup(pool),
  findRunnable: runnableLookup(pool),
  writeEvents: eventWriter(pool),
  markStarted: startMarker(pool),
});
type Shared = ReturnType<typeof shared>;

const QUERY_GRACE_MS = 2000;

/** The maximum number of connections of a pool, and the timeout of its statements. */
type PoolPolicy = { max?: number; statementTimeoutMs?: number };

/**
 * Opens the pools. A lost connection is logged and reopened by the next query. Statements time out after the limit of
 * their pool; waits for a free connection time out after three seconds.
 */
export function openDatabase(
  url: string,
  {
    hotPath = {},
    queries: ordinary = {},
    onError = () => {},
  }: { hotPath?: PoolPolicy; queries?: PoolPolicy; onError?: (error: Error) => void } = {},
): Database {
  const address = connectionOptions(url);
  const open = ({ max = 10, statementTimeoutMs = 10_000 }: PoolPolicy, options?: string) => {
    const pool = new pg.Pool({
      ...address,
      max,
      connectionTimeoutMillis: 3000,
      keepAlive: true,
      statement_timeout: statementTimeoutMs,
      // The client-side timeout covers servers that do not respond at all, such as behind a broken network.
      query_timeout: statementTimeoutMs + QUERY_GRACE_MS,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: 15_000,
      ...(options && { options }),
    });
    pool.on("error", onError);
    // The pool handles errors of idle connections only; without this handler, a connection lost between two statements
    // of a transaction would crash the process.
    pool.on("connect", (client) => client.on("error", onError));
    return pool;
  };
  // Statements of the hot path are prepared once; planning them for each new set of arrays costs more than running
  // them. A plan that was made while a table was empty must not scan the whole table later, so sequential scans are
  // disabled.
  const pool = open(hotPath, "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off");
  const queries = open(ordinary);
  const prisma = new PrismaClient({ adapter: new PrismaPg(queries) });
  return {
    ...shared(pool),
    prisma,
    pool,
    queries,
    async close() {
      await prisma.$disconnect();
      await Promise.all([pool.end(), queries.end()]);
    },
  };
}
