import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "../generated/prisma/client.ts";
import { connectionOptions } from "./connection-options.ts";

/**
 * Two pools of connections, each with its own policy. `pool` is for the hot path: prepared statements that are planned
 * once and use indexes. `queries` is for everything else, such as lists and analytics, which Postgres plans by the
 * tables as they are; Prisma uses it too.
 */
export type Database = { prisma: Prisma; pool: pg.Pool; queries: pg.Pool; close: () => Promise<void> };

const QUERY_GRACE_MS = 2000;

/** How many connections a pool may hold, and how long one of its statements may run. */
type PoolPolicy = { max?: number; statementTimeoutMs?: number };

/** The client of a store function: the database, or the transaction it is part of. */
export type Prisma = PrismaClient;
export type Db = Omit<Prisma, "$connect" | "$disconnect" | "$on" | "$transaction" | "$use" | "$extends">;

/**
 * Opens the pools. A lost connection is logged and reopened by the next query; statements time out after the limit of
 * their pool, waits for a free connection after three seconds.
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
      // The same for a server that answers nothing at all, such as one behind a broken network.
      query_timeout: statementTimeoutMs + QUERY_GRACE_MS,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: 15_000,
      ...(options && { options }),
    });
    pool.on("error", onError);
    // The pool listens to those that rest; one that is cut off between two statements of a transaction would end the process.
    pool.on("connect", (client) => client.on("error", onError));
    return pool;
  };
  // The hot path's statements are prepared once; planning them for each new set of arrays costs more than running
  // them. A plan made while a table was empty must not read all of it once it is full, so it goes by the indexes.
  const pool = open(hotPath, "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off");
  const queries = open(ordinary);
  const prisma = new PrismaClient({ adapter: new PrismaPg(queries) });
  return {
    prisma,
    pool,
    queries,
    async close() {
      await prisma.$disconnect();
      await Promise.all([pool.end(), queries.end()]);
    },
  };
}

/** A unique index refused a second row of its kind. */
export const isTaken = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "P2002";

/** The database was unreachable or closed the connection: the request is not at fault. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(08|53|57|58)|^ECONN|^EPIPE|^P1001|^P1017/.test(code) ||
    /connection (was )?(terminated|closed)|connection error and is not queryable|timeout exceeded/i.test(error.message)
  );
}
