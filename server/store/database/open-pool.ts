import pg from "pg";
import type { ConnectionOptions } from "./connection-options.ts";
import { type ConnectionWatch, unreachable } from "./connection-watch.ts";
import { planner } from "./planned-once.ts";

/** The name, the number of connections, and the time limit of the statements of a pool. */
export type PoolPolicy = { max?: number; statementTimeoutMs?: number };

/** Where the connections of a process lead. */
export type Route = {
  options: ConnectionOptions;
  watch: ConnectionWatch;
  /** Behind a pooler of transactions a connection has no state: no settings at its start. */
  hasSessions: boolean;
  /** Whether statements may have names, which sessions or the pooler remember. */
  hasNamedStatements: boolean;
  onError: (error: Error) => void;
};

const QUERY_GRACE_MS = 2000;

/** No statement of the product runs as long as compiling its plan takes: with many rows that was most of the time. */
const SETTINGS = "-c jit=off";

const READ_ONLY = "25006";

type ServerError = { code?: string };
type Internals = {
  connection: {
    stream: { destroy: () => void };
    on: (event: "errorMessage", listener: (e: ServerError) => void) => void;
  };
};

/**
 * Opens a pool. A lost connection is logged and replaced by the next statement. Statements time out after the limit of
 * the pool; waits for a free connection time out after three seconds.
 */
export function openPool(
  { options, watch, hasSessions, hasNamedStatements, onError }: Route,
  {
    name,
    max = 10,
    statementTimeoutMs = 10_000,
    settings = "",
    plansLists = false,
  }: PoolPolicy & { name: string; settings?: string; plansLists?: boolean },
): pg.Pool {
  class Client extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      // Pools connect with a callback.
      const connect = super.connect.bind(this) as (callback: (error?: Error) => void) => void;
      this.connect = ((callback: (error?: Error) => void) =>
        watch.isDown() ? process.nextTick(callback, unreachable()) : connect(callback)) as pg.Client["connect"];
      if (hasNamedStatements && !plansLists) return;
      const adapted = hasNamedStatements ? planner() : unnamed;
      const query = super.query.bind(this) as (statement: unknown, ...rest: unknown[]) => unknown;
      this.query = ((statement: unknown, ...rest: unknown[]) =>
        query(adapted(statement), ...rest)) as pg.Client["query"];
    }
  }
  const pool = new pg.Pool({
    ...options,
    Client: Client as unknown as NonNullable<pg.PoolConfig["Client"]>,
    max,
    application_name: `formulary ${name}`,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The client-side timeout covers statements that wait on the server for something else.
    query_timeout: statementTimeoutMs + QUERY_GRACE_MS,
    ...(hasSessions && {
      statement_timeout: statementTimeoutMs,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: 15_000,
      options: `${SETTINGS} ${settings}`,
    }),
  });
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // The pool handles errors of idle connections only; without this handler, a connection lost between two statements
    // of a transaction would crash the process.
    client.on("error", onError);
    watch.add(client);
    // A server that became a standby keeps its connections; none of them is of use.
    const { connection } = client as unknown as Internals;
    connection.on("errorMessage", ({ code }) => code === READ_ONLY && connection.stream.destroy());
  });
  return pool;
}

/** The same statement without its name: Postgres parses it for each call. */
const unnamed = (statement: unknown): unknown =>
  typeof statement === "object" && statement !== null && "name" in statement && !("submit" in statement)
    ? { ...statement, name: undefined }
    : statement;
