import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { onSession } from "../database/on-session.ts";
import type { Database } from "../open-database.ts";

/** The table with the steps of the executions from one id up to, but not including, another. */
export type Partition = { name: string; from: number; to: number };

type Session = Pick<pg.ClientBase, "query">;
type Connections = Pick<Database, "sessionUrl">;

const DAY_MS = 86_400_000;
/** More partitions make planning of lists slower. */
const PARTITIONS = 12;
const SMALLEST = 100_000;
const MOST_EMPTY = 3;
/** Executions that may start while a partition is attached behind rows of the default partition. */
const MARGIN = 10_000;
/** One process at a time changes partitions. */
const LOCK = 5_718_204_361;
/** Others wait while a change waits for its lock: it rather tries again. */
const LOCK_MS = 500;
const ATTEMPTS = 10;
const PAUSE_MS = 1000;
/** Attaching reads the rows of the default partition, which are few. */
const ATTACH_MS = 10_000;
const LOCK_NOT_AVAILABLE = "55P03";
const BATCH = 1000;

/** Lists partitions by their ids, without the default partition. */
export async function listPartitions(session: Session): Promise<Partition[]> {
  const { rows } = await session.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'step_execution'::regclass`,
  );
  return rows
    .flatMap(({ name, bound }) => {
      const [, from, to] = /FROM \((?:MINVALUE|'(\d+)')\) TO \('(\d+)'\)/.exec(bound) ?? [];
      return to === undefined ? [] : [{ name, from: Number(from ?? 0), to: Number(to) }];
    })
    .sort((a, b) => a.from - b.from);
}

/** Returns the last id that a process has reserved for an execution. */
export async function newestId(session: Session): Promise<number> {
  const { rows } = await session.query<{ id: string }>("select last_value as id from execution_id_seq");
  return Number(rows[0]?.id ?? 0);
}

/** Returns an id below which all executions are older than a time. Ids rise with time, which has no index of its own. */
export async function firstIdSince(session: Session, since: Date): Promise<number> {
  const { rows } = await session.query<{ id: string | null }>("select min(id) as id from execution");
  let high = (await newestId(session)) + 1;
  let low = Number(rows[0]?.id ?? high);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await session.query<{ id: string; createdAt: Date }>(
      `select id, created_at as "createdAt" from execution where id >= $1 order by id limit 1`,
      [middle],
    );
    const [next] = rows;
    if (next && next.createdAt < since) low = Number(next.id) + 1;
    else high = middle;
  }
  return low;
}

/** Lists the partitions of which all executions are older than a time. */
export async function listOlder(session: Session, before: Date): Promise<Partition[]> {
  const end = await firstIdSince(session, before);
  return (await listPartitions(session)).filter(({ to }) => to <= end);
}

/**
 * Creates partitions for executions to come, so that three are empty. Each is for a twelfth of the retention period, at
 * the rate of the last week. Returns the number of created partitions.
 */
export const createPartitions = (
  db: Connections,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<number> =>
  changePartitions(db, async (session) => {
    const measuredDays = Math.min(7, retentionDays);
    const since = await firstIdSince(session, new Date(now.getTime() - measuredDays * DAY_MS));
    const rate = ((await newestId(session)) - since) / measuredDays;
    const size = Math.max(SMALLEST, Math.ceil((rate * retentionDays) / PARTITIONS));
    let created = 0;
    for (;;) {
      const newest = await newestId(session);
      const partitions = await listPartitions(session);
      if (partitions.filter(({ from }) => from > newest).length >= MOST_EMPTY) break;
      const from = await nextBound(session, partitions, newest);
      await attachPartition(session, { from, to: from + size });
      created++;
    }
    // Postgres analyzes partitions by itself, but not the table as a whole. Nobody waits behind this lock.
    if (created > 0) await session.query("set lock_timeout = 0; analyze step_execution");
    return created;
  });

/** The end of the last partition, or an id above all rows that fell into the default partition. */
async function nextBound(session: Session, partitions: Partition[], newest: number): Promise<number> {
  const { rows } = await session.query<{ id: string | null }>(
    "select max(execution_id) as id from step_execution_default",
  );
  const highest = Math.max(newest, Number(rows[0]?.id ?? 0));
  const end = partitions.at(-1)?.to ?? 0;
  return highest < end ? end : highest + MARGIN;
}

/** Creates a partition. It is attached, rather than created as one, since that locks less. */
export const attachPartition = (session: Session, { from, to }: Omit<Partition, "name">): Promise<void> =>
  patiently(
    session,
    `set local statement_timeout = ${ATTACH_MS};
    ${notVacuumed("step_execution_default")};
    create table step_execution_${from} (like step_execution including all);
    alter table step_execution attach partition step_execution_${from} for values from (${from}) to (${to})`,
  );

/** A vacuum would delay a change that already delays others. */
function notVacuumed(table: string) {
  return `lock table ${table} in share update exclusive mode nowait`;
}

/**
 * Drops partitions of which all executions were deleted, and what a process that died had detached. Returns the number
 * of dropped partitions.
 */
export const dropPartitions = (db: Connections): Promise<number> =>
  changePartitions(db, async (session) => {
    const newest = await newestId(session);
    for (const partition of await listPartitions(session)) {
      if (partition.to > newest || (await hasExecutions(session, partition))) continue;
      // `concurrently` is not possible beside a default partition. Nothing but the catalog changes.
      const { name } = partition;
      await patiently(session, `${notVacuumed(name)}; alter table step_execution detach partition ${name}`);
    }
    const { rows: detached } = await session.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
         and relname ~ '^step_execution_[0-9]+$' and not relispartition`,
    );
    for (const { name } of detached) await patiently(session, `drop table ${name}`);
    return detached.length;
  });

async function hasExecutions(session: Session, { from, to }: Partition): Promise<boolean> {
  const { rowCount } = await session.query("select from execution where id >= $1 and id < $2 limit 1", [from, to]);
  return rowCount === 1;
}

/**
 * Deletes, in batches, the steps of executions that were deleted, from partitions that only executions in progress keep.
 */
export async function deleteLeftSteps(pool: pg.Pool, before: Date): Promise<void> {
  for (const { from, to } of await listOlder(pool, before)) {
    for (let next: string | null = String(from); next !== null; ) {
      const { rows }: pg.QueryResult<{ next: string | null }> = await pool.query(
        `with batch as (
           select execution_id from step_execution where execution_id >= $1 and execution_id < $2 order by execution_id limit ${BATCH}
         ), gone as (
           delete from step_execution where execution_id = any(array(
             select distinct b.execution_id from batch b where (select e.id from execution e where e.id = b.execution_id) is null))
         )
         select (max(execution_id) + 1)::text as next from batch having count(*) = ${BATCH}`,
        [next, to],
      );
      next = rows[0]?.next ?? null;
    }
  }
}

async function changePartitions(db: Connections, change: (session: Session) => Promise<number>): Promise<number> {
  return onSession(db.sessionUrl, "partitions", async (session) => {
    const { rows } = await session.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [LOCK]);
    if (!rows[0]?.locked) return 0;
    await session.query(`set lock_timeout = ${LOCK_MS}`);
    return change(session);
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
