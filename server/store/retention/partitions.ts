import { setTimeout as pause } from "node:timers/promises";
import { onSession } from "../database/on-session.ts";
import type { Database } from "../open-database.ts";
import {
  olderThan,
  PARTITIONED_TABLES,
  type Partition,
  type PartitionedTable,
  type Periods,
  type Session,
} from "./partitioned-tables.ts";

type Connections = Pick<Database, "sessionUrl">;
/** A time, and how long rows are kept before it. */
type Kept = { periods: Periods; now: Date };

const DAY_MS = 86_400_000;
/** More partitions make planning of lists slower. */
const PARTITIONS = 12;
const MOST_EMPTY = 3;
/** One process at a time changes partitions. */
const LOCK = 5_718_204_361;
/** Others wait while a change waits for its lock: it rather tries again. */
const LOCK_MS = 500;
const ATTEMPTS = 10;
const PAUSE_MS = 1000;
/** Attaching reads the rows of the default partition, which are few. */
const ATTACH_MS = 10_000;
const LOCK_NOT_AVAILABLE = "55P03";

/** Lists the partitions of a table by their bounds, without the default partition and what is below the first. */
export async function listPartitions(session: Session, { name, first, scale }: PartitionedTable): Promise<Partition[]> {
  const { rows } = await session.query<Partition>(
    `select name, coalesce(${scale.numberOf("lower")}, $2)::float8 as from, (${scale.numberOf("upper")})::float8 as to
     from (select c.relname as name, substring(b.bound from $$FROM \\('([^']+)'\\)$$) as lower, substring(b.bound from $$TO \\('([^']+)'\\)$$) as upper
       from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) as b(bound)
       where i.inhparent = $1::regclass) as partition
     where (${scale.numberOf("upper")}) > $2 order by 2`,
    [name, first],
  );
  return rows;
}

/** Lists the partitions of which all rows are older than a time. */
export async function listOlder(session: Session, table: PartitionedTable, before: Date): Promise<Partition[]> {
  return olderThan(session, table.scale, await listPartitions(session, table), before);
}

/**
 * Creates partitions for rows to come, so that three of each table are empty. Each is for a twelfth of the retention
 * period, at the rate of the last week. Returns the number of created partitions.
 */
export const createPartitions = (db: Connections, { periods, now }: Kept): Promise<number> =>
  changePartitions(db, async (session, table) => {
    const { name, scale } = table;
    const retentionDays = periods[table.period];
    const measuredDays = Math.min(7, retentionDays);
    const since = await scale.firstSince(session, new Date(now.getTime() - measuredDays * DAY_MS));
    const rate = ((await scale.newest(session, now)) - since) / measuredDays;
    const size = Math.max(scale.smallest, roundUp((rate * retentionDays) / PARTITIONS, scale.unit));
    let created = 0;
    for (;;) {
      const newest = await scale.newest(session, now);
      const partitions = await listPartitions(session, table);
      if (partitions.filter(({ from }) => from > newest).length >= MOST_EMPTY) break;
      const from = await nextBound(session, table, { newest, end: partitions.at(-1)?.to ?? 0, size });
      await attachPartition(session, table, { from, to: from + size });
      created++;
    }
    // Postgres analyzes partitions by itself, but not the table as a whole. Nobody waits behind this lock.
    if (created > 0) await session.query(`set lock_timeout = 0; analyze ${name}; set lock_timeout = ${LOCK_MS}`);
    return created;
  });

/** The end of the last partition, or a value above the rows of the default partition that would be in the way. */
async function nextBound(
  session: Session,
  { name, column, scale }: PartitionedTable,
  { newest, end, size }: { newest: number; end: number; size: number },
): Promise<number> {
  const above = (value: number) => roundUp(value + scale.margin, scale.unit);
  for (let from = newest < end ? end : above(newest); ; ) {
    const { rows } = await session.query<{ highest: number | null }>(
      `select (${scale.numberOf(`max(${column})`)})::float8 as highest from ${name}_default
       where ${column} >= ${scale.literal(from)} and ${column} < ${scale.literal(from + size)}`,
    );
    const highest = rows[0]?.highest ?? null;
    if (highest === null) return from;
    from = above(highest);
  }
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit;

/** Creates a partition. It is attached, rather than created as one, since that locks less. */
export const attachPartition = (
  session: Session,
  { name, scale }: PartitionedTable,
  { from, to }: Omit<Partition, "name">,
): Promise<void> => {
  const partition = `${name}_${scale.suffix(from)}`;
  return patiently(
    session,
    `set local statement_timeout = ${ATTACH_MS};
    ${notVacuumed(`${name}_default`)};
    create table ${partition} (like ${name} including all);
    alter table ${name} attach partition ${partition} for values from (${scale.literal(from)}) to (${scale.literal(to)})`,
  );
};

/** A vacuum would delay a change that already delays others. */
function notVacuumed(table: string) {
  return `lock table ${table} in share update exclusive mode nowait`;
}

/**
 * Drops partitions whose rows nobody needs any more, and what a process that died had detached. Returns the number of
 * dropped partitions.
 */
export const dropPartitions = (db: Connections, { periods, now }: Kept): Promise<number> =>
  changePartitions(db, async (session, table) => {
    const before = new Date(now.getTime() - periods[table.period] * DAY_MS);
    for (const { name } of await table.listOver(session, await listPartitions(session, table), before)) {
      // `concurrently` is not possible beside a default partition. Nothing but the catalog changes.
      await patiently(session, `${notVacuumed(name)}; alter table ${table.name} detach partition ${name}`);
    }
    const { rows: detached } = await session.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
         and relname ~ $1 and not relispartition`,
      [`^${table.name}_[0-9]+$`],
    );
    for (const { name } of detached) await patiently(session, `drop table ${name}`);
    return detached.length;
  });

/** Changes each table, whether others can be changed or not. */
async function changePartitions(
  db: Connections,
  change: (session: Session, table: PartitionedTable) => Promise<number>,
): Promise<number> {
  return onSession(db.sessionUrl, "partitions", async (session) => {
    const { rows } = await session.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK]);
    if (!rows[0]?.locked) return 0;
    await session.query(`set lock_timeout = ${LOCK_MS}`);
    let changed = 0;
    const failures: unknown[] = [];
    for (const table of PARTITIONED_TABLES) {
      try {
        changed += await change(session, table);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return changed;
  });
}

/** Makes a change in a transaction, and tries again if it did not get its locks in time. */
async function patiently(session: Session, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await session.query(`begin; ${statements}; commit`);
      return;
    } catch (error) {
      await session.query("rollback");
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}
