import pg from "pg";
import type { ElementPorts, SqlQuery } from "#server/element/ports.ts";
import { Failure, type FailureKind } from "#server/errors.ts";
import { isTimeout, reasonOf } from "../egress/failures.ts";
import { parseJdbcUrl } from "./jdbc-url.ts";
import { bindNames } from "./named-values.ts";
import { BETWEEN_BYTES, type PostgresClient, postgresClient, type SqlEgress } from "./postgres.ts";
import { runStatement } from "./statement.ts";

/** Times in milliseconds. */
const LIMITS = {
  statementMs: 30_000,
  connectMs: 15_000,
  /** How long a database's connections are kept after its last statement. */
  idleMs: 30_000,
  connections: 4,
  /** The limit for one response, as received. */
  replyBytes: 10 * 2 ** 20,
};

type Pool = { pool: pg.Pool; users: number; idle: NodeJS.Timeout | undefined };

/**
 * The `sql` port of elements (server/element/ports.ts): PostgreSQL over sockets that passed egress. The statements of
 * one login to one database share connections, four at most.
 * Failures: `badRequest` for an address that cannot be used; the database's own errors by their meaning, with its
 * message as `providerMessage`; `timedOut` after 30 s. An aborted signal rejects with its reason, and ends the
 * connection.
 */
export function createSql(egress: SqlEgress, changed: Partial<typeof LIMITS> = {}) {
  const limits = { ...LIMITS, ...changed };
  const pools = new Map<string, Pool>();

  const sql: ElementPorts["sql"] = async (query, signal) => {
    signal.throwIfAborted();
    const place = parseJdbcUrl(query.url);
    if (query.user === "") throw new Failure("badRequest", "username: is required to connect to the database.");
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs + limits.statementMs)]);
    const key = JSON.stringify([place, query.user, query.password]);
    const entry = pools.get(key) ?? openPool(key, { ...place, user: query.user, password: query.password });
    entry.users++;
    clearTimeout(entry.idle);
    try {
      return await run(entry.pool, query, limit);
    } catch (error) {
      throw signal.aborted ? signal.reason : asFailure(limit.aborted ? limit.reason : error, place.host);
    } finally {
      entry.users--;
      if (entry.users === 0) entry.idle = setTimeout(closePool, limits.idleMs, key).unref();
    }
  };

  async function run(pool: pg.Pool, { text, values, maxRows }: SqlQuery, limit: AbortSignal) {
    const client = (await untilAborted(
      pool.connect().then((client) => {
        if (limit.aborted) client.release();
        return client;
      }),
      limit,
    )) as pg.PoolClient & PostgresClient;
    let failed: unknown;
    try {
      client.socket.expect(limits.replyBytes, () => tooMuch(limits.replyBytes));
      return await untilAborted(runStatement(client, bindNames(text, values), maxRows), limit);
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      client.socket.expect(BETWEEN_BYTES, () => tooMuch(BETWEEN_BYTES));
      // An interrupted connection, or one inside a transaction, is not reused.
      const isClean = (!failed || isDatabaseError(failed)) && client.getTransactionStatus?.() === "I";
      client.release(!isClean);
    }
  }

  function openPool(key: string, login: Parameters<typeof postgresClient>[1]): Pool {
    const pool = new pg.Pool({
      max: limits.connections,
      idleTimeoutMillis: limits.idleMs,
      connectionTimeoutMillis: limits.connectMs,
      allowExitOnIdle: true,
      Client: postgresClient(egress, login, limits.statementMs),
    } as pg.PoolConfig);
    pool.on("error", () => {});
    const entry: Pool = { pool, users: 0, idle: undefined };
    pools.set(key, entry);
    return entry;
  }

  function closePool(key: string): Promise<void> | undefined {
    const entry = pools.get(key);
    pools.delete(key);
    clearTimeout(entry?.idle);
    return entry?.pool.end();
  }

  return {
    sql,
    /** Waits for statements in progress, then closes the connections. */
    close: async () => void (await Promise.all([...pools.keys()].map(closePool))),
  };
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  promise.catch(() => {});
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** By the first letters of an SQLSTATE; the first match counts. */
const KINDS: [state: string, kind: FailureKind, message: string][] = [
  ["28", "unauthorized", "The database refused the user name or password."],
  ["3D", "badRequest", "base.url: there is no such database."],
  ["42501", "forbidden", "The database does not allow this statement to its user."],
  ["23505", "conflict", "The database has such a row already."],
  ["57014", "timedOut", "The statement took too long and was ended."],
  ["22", "badRequest", "The database cannot use one of the values."],
  ["23", "badRequest", "The row breaks a rule of the database."],
  ["42", "badRequest", "The database does not understand the statement."],
  ["53", "unavailable", "The database has no room for more at the moment."],
];

function asFailure(error: unknown, host: string): Failure {
  if (error instanceof Failure) return error;
  if (isDatabaseError(error)) {
    const [, kind, message] = KINDS.find(([state]) => error.code?.startsWith(state)) ?? [];
    return new Failure(kind ?? "badGateway", message ?? "The database could not execute the statement.", {
      providerMessage: error.message.slice(0, 2000),
      cause: error,
    });
  }
  if (isTimeout(error)) return new Failure("timedOut", `No answer from the database at ${host} in time.`);
  if (error instanceof Error && /timeout exceeded when trying to connect/.test(error.message))
    return new Failure("unavailable", `All connections to the database at ${host} are busy.`, { cause: error });
  return new Failure("badGateway", `The connection to the database at ${host} failed: ${reasonOf(error)}.`, {
    cause: error,
  });
}

const tooMuch = (bytes: number) =>
  new Failure("badGateway", `The reply of the database is larger than ${bytes / 2 ** 20} MB.`, { isPermanent: true });
