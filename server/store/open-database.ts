import type pg from "pg";
import type { PrismaClient } from "#server/generated/prisma/client.ts";
import { connectionOptions } from "./database/connection-options.ts";
import { watchConnections } from "./database/connection-watch.ts";
import { lazyClient } from "./database/lazy-client.ts";
import { openPool, type PoolPolicy, type Route } from "./database/open-pool.ts";
import type { DbClient } from "./database/prisma.ts";
import { type Reader, routeReads } from "./database/read-router.ts";
import { boundTo, TenantAdapter } from "./database/tenant-client.ts";
import { type RowSecurity, readRowSecurity } from "./database/tenant-policies.ts";
import { instanceVersionLookup } from "./element-instance/instance-versions.ts";
import { startMarker } from "./event/event-starts.ts";
import { eventWriter } from "./event/event-writer.ts";
import { runnableLookup } from "./execution/runnables.ts";

/**
 * Connection pools with separate policies. `pool` is for the hot path: prepared statements that are planned once and
 * use indexes. `queries` is for everything else, such as lists and analytics, which Postgres plans by current table
 * statistics; Prisma also uses it. `jobs` is for the job queues.
 */
export type Database = Shared & {
  prisma: DbClient;
  /** For what concerns all organizations, such as whether an e-mail address is taken. The same as `prisma` of a process. */
  installation: DbClient;
  /** Whether statements for callers are held to their organization by Postgres, as it was when they began. */
  rowSecurity: () => Promise<RowSecurity>;
  pool: pg.Pool;
  queries: pg.Pool;
  jobs: pg.Pool;
  /** For what may be some seconds old, such as analytics: the replica, if there is one and it is up to date. */
  reads: Reader;
  /** The address for sessions, which may bypass a pooler. */
  sessionUrl: string;
  close: () => Promise<void>;
};

/** The database as one organization sees it: no statement of `prisma` reaches rows of another. */
export type TenantDatabase = Database & { organizationId: number };

/** Binds the database to an organization. */
export const forOrganization = (db: Database, organizationId: number): TenantDatabase => ({
  ...db,
  prisma: boundTo(db.installation, organizationId),
  organizationId,
});

/** Lookups and writes of the hot path of which concurrent callers share the statements. */
const shared = (pool: pg.Pool) => ({
  findInstanceVersion: instanceVersionLookup(pool),
  findRunnable: runnableLookup(pool),
  writeEvents: eventWriter(pool),
  markStarted: startMarker(pool),
});
type Shared = ReturnType<typeof shared>;

export type DatabaseOptions = {
  /** The name of the process in `pg_stat_activity`. */
  name?: string;
  hotPath?: PoolPolicy;
  queries?: PoolPolicy;
  jobs?: PoolPolicy;
  /** The address leads to a pooler that gives each transaction another connection, such as PgBouncer. */
  pooler?: "off" | "transaction";
  /** Whether that pooler remembers prepared statements. */
  preparedStatements?: boolean;
  /** Bypasses the pooler. */
  directUrl?: string | undefined;
  /** A replica, and how far it may be behind. */
  readUrl?: string | undefined;
  maxLagSeconds?: number;
  onError?: (error: Error) => void;
};

/**
 * Statements of the hot path are prepared once; planning them for each new set of arrays costs more than running them.
 * A plan that was made while a table was empty must not scan the whole table later, so sequential scans are disabled.
 */
const HOT_PATH_PLANNER = "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

/** A busy machine starts a transaction late: without these, Prisma refuses it after two seconds and ends it after five. */
const TRANSACTIONS = { maxWait: 5000, timeout: 20_000 };

/** Opens the pools. All connections of the process to this database are opened here. */
export function openDatabase(
  url: string,
  {
    name = "process",
    hotPath = {},
    queries: ordinary = {},
    jobs: background = {},
    pooler = "off",
    preparedStatements = pooler === "off",
    directUrl,
    readUrl,
    maxLagSeconds = 10,
    onError = () => {},
  }: DatabaseOptions = {},
): Database & { prisma: PrismaClient } {
  const options = connectionOptions(url);
  const hasSessions = pooler === "off";
  const watch = watchConnections(options, { hasSessions, onError });
  const route: Route = { options, watch, hasSessions, hasNamedStatements: preparedStatements, onError };
  const pool = openPool(route, { ...hotPath, name: `${name}: hot path`, settings: HOT_PATH_PLANNER });
  const queries = openPool(route, { ...ordinary, name: `${name}: queries`, plansLists: true });
  const jobs = openPool(route, { max: 2, statementTimeoutMs: 60_000, ...background, name: `${name}: job queues` });
  const replica = readUrl === undefined ? undefined : openReplica(readUrl);
  let known: Promise<RowSecurity> | undefined;
  const rowSecurity = () => {
    known ??= readRowSecurity(queries).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const findRole = async () => {
    const { role, missing } = await rowSecurity();
    return missing === null ? role : undefined;
  };
  const prisma = lazyClient(async () => {
    const { PrismaClient } = await import("#server/generated/prisma/client.ts");
    return new PrismaClient({ adapter: new TenantAdapter(queries, findRole), transactionOptions: TRANSACTIONS });
  });
  return {
    ...shared(pool),
    prisma,
    installation: prisma,
    rowSecurity,
    pool,
    queries,
    jobs,
    reads: replica?.reader ?? queries,
    sessionUrl: directUrl ?? url,
    async close() {
      watch.close();
      await replica?.close();
      await prisma.$disconnect();
      await Promise.all([pool.end(), queries.end(), jobs.end()]);
    },
  };

  function openReplica(readUrl: string) {
    const options = connectionOptions(readUrl);
    const watch = watchConnections(options, { hasSessions, onError });
    const replica = openPool({ ...route, options, watch }, { ...ordinary, name: `${name}: replica`, plansLists: true });
    const { reader, close } = routeReads(queries, replica, { maxLagSeconds, onError });
    return {
      reader,
      async close() {
        close();
        watch.close();
        await replica.end();
      },
    };
  }
}
