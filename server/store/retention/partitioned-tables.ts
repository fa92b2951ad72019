import type pg from "pg";
import { distinctValues } from "../database/distinct-values.ts";
import { IN_PROGRESS } from "../execution/execution-places.ts";

export type Session = Pick<pg.ClientBase, "query">;

/** The rows of a table from one value of its bounding column up to, but not including, another. */
export type Partition = { name: string; from: number; to: number };

/** Values that rise with the time, as numbers, of which partitions cover ranges. */
type Scale = {
  /** Bounds are multiples of it. */
  unit: number;
  /** The smallest range of a partition. */
  smallest: number;
  /** How far values may rise while a partition is attached behind rows of the default partition. */
  margin: number;
  /** A value as SQL, and SQL that reads it from the text of a bound. */
  literal: (value: number) => string;
  numberOf: (text: string) => string;
  /** The end of the name of the partition that begins there: digits only. */
  suffix: (value: number) => string;
  /** The highest value that rows can have now. */
  newest: (session: Session, now: Date) => Promise<number>;
  /** A value below which all rows are older than a time. */
  firstSince: (session: Session, since: Date) => Promise<number>;
};

/** How many days rows are kept, by setting. */
export type Periods = Record<"RETENTION_DAYS" | "AUDIT_RETENTION_DAYS", number>;

export type PartitionedTable = {
  name: string;
  /** The setting of its retention period. */
  period: keyof Periods;
  /** Its ranges bound the partitions, from `first` on: what is below is never over. */
  column: string;
  first: number;
  scale: Scale;
  /** Lists those whose rows nobody needs any more. `before` is the end of the retention period. */
  listOver: (session: Session, partitions: readonly Partition[], before: Date) => Promise<Partition[]>;
};

const HOUR_MS = 3_600_000;

/** Times in milliseconds. */
const TIMES: Scale = {
  unit: HOUR_MS,
  smallest: 24 * HOUR_MS,
  margin: HOUR_MS,
  literal: (value) => `'${new Date(value).toISOString()}'`,
  numberOf: (text) => `extract(epoch from ${text}::timestamptz) * 1000`,
  suffix: (value) => new Date(value).toISOString().slice(0, 13).replaceAll(/\D/g, ""),
  newest: async (_, now) => now.getTime(),
  firstSince: async (_, since) => since.getTime(),
};

/** Ids of a table with `created_at`, which rise with the time. */
const idsOf = (table: "execution" | "event" | "delivery"): Scale => ({
  unit: 1,
  smallest: 100_000,
  margin: 10_000,
  literal: String,
  numberOf: (text) => `${text}::bigint`,
  suffix: String,
  newest: (session) => newestId(session, table),
  firstSince: (session, since) => firstIdSince(session, table, since),
});
const EXECUTION_IDS = idsOf("execution");
const DELIVERY_IDS = idsOf("delivery");
const EVENT_IDS = idsOf("event");

/** Rows that are kept for a period, whatever happened to others. */
const byTime = (name: string, column: string, period: keyof Periods = "RETENTION_DAYS"): PartitionedTable => ({
  ...{ name, column, period, first: 0, scale: TIMES },
  listOver: async (_, partitions, before) => partitions.filter(({ to }) => to <= before.getTime()),
});

/** Executions that are over. Those in progress, and those that earlier versions ended, have 0. */
export const EXECUTIONS: PartitionedTable = {
  ...{ name: "execution", column: "record", period: "RETENTION_DAYS", first: 1, scale: EXECUTION_IDS },
  listOver: (session, partitions, before) => olderThan(session, EXECUTION_IDS, partitions, before),
};

export const EVENTS: PartitionedTable = {
  ...{ name: "event", column: "id", period: "RETENTION_DAYS", first: 0, scale: EVENT_IDS },
  listOver: async (session, partitions, before) =>
    withoutKept(await olderThan(session, EVENT_IDS, partitions, before), ({ name }) =>
      hasEventsToKeep(session, name, before),
    ),
};

/** Rows that are kept as long as those of another table, whose ids bound their partitions. */
const byParent = (
  name: string,
  column: string,
  parent: { table: string; scale: Scale; among?: string },
): PartitionedTable => ({
  ...{ name, column, period: "RETENTION_DAYS", first: 0, scale: parent.scale },
  listOver: async (session, partitions) => {
    const newest = await newestId(session, parent.table);
    const behind = partitions.filter(({ to }) => to <= newest);
    return withoutKept(behind, (partition) => hasRows(session, parent, partition));
  },
});

/** Steps of executions. */
export const STEPS = byParent("step_execution", "execution_id", {
  ...{ table: "execution", scale: EXECUTION_IDS },
  among: `(${IN_PROGRESS} or record >= $1 and record < $2)`,
});
/** Starts of executions by events. */
export const EVENT_STARTS = byParent("event_start", "event_id", { table: "event", scale: EVENT_IDS });
/** Attempts of deliveries, with what was sent and received. */
export const ATTEMPTS = byParent("delivery_attempt", "delivery_id", { table: "delivery", scale: DELIVERY_IDS });
export const REQUESTS = byTime("usage", "created_at");
export const EXCHANGES = byTime("provider_exchange", "created_at");
export const API_TALLIES = byTime("api_tally", "minute");
export const AUDIT_ENTRIES = byTime("audit_entry", "created_at", "AUDIT_RETENTION_DAYS");

/**
 * Tables of which retention drops partitions, those of parts after what they belong to. A new one needs a
 * row here and a migration.
 */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  EXECUTIONS,
  STEPS,
  ATTEMPTS,
  EVENTS,
  EVENT_STARTS,
  REQUESTS,
  EXCHANGES,
  API_TALLIES,
  AUDIT_ENTRIES,
];

/** The partitions of which all rows are older than a time. */
export async function olderThan(session: Session, scale: Scale, partitions: readonly Partition[], before: Date) {
  const end = await scale.firstSince(session, before);
  return partitions.filter(({ to }) => to <= end);
}

/** The partitions without those that must be kept, which are looked at one after the other. */
async function withoutKept(partitions: readonly Partition[], isKept: (partition: Partition) => Promise<boolean>) {
  const over: Partition[] = [];
  for (const partition of partitions) if (!(await isKept(partition))) over.push(partition);
  return over;
}

/** Returns the last id that a process has reserved for a row of a table. */
async function newestId(session: Session, table: string): Promise<number> {
  const { rows } = await session.query<{ id: string }>(`select last_value as id from ${table}_id_seq`);
  return Number(rows[0]?.id ?? 0);
}

/** The id of the first row since a time. Ids rise with time, which has no index of its own. */
async function firstIdSince(session: Session, table: string, since: Date): Promise<number> {
  const { rows } = await session.query<{ id: string | null }>(`select min(id) as id from ${table}`);
  let high = (await newestId(session, table)) + 1;
  let low = Number(rows[0]?.id ?? high);
  let first = high;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await session.query<{ id: string; createdAt: Date }>(
      `select id, created_at as "createdAt" from ${table} where id >= $1 order by id limit 1`,
      [middle],
    );
    const [next] = rows;
    if (next && next.createdAt < since) low = Number(next.id) + 1;
    else {
      high = middle;
      first = next ? Number(next.id) : first;
    }
  }
  return first;
}

async function hasRows(
  session: Session,
  { table, among = "true" }: { table: string; among?: string },
  { from, to }: Pick<Partition, "from" | "to">,
): Promise<boolean> {
  const { rowCount } = await session.query(`select from ${table} where id >= $1 and id < $2 and ${among} limit 1`, [
    from,
    to,
  ]);
  return rowCount === 1;
}

/** Whether a partition has an event that is not read yet, or one that was read since a time, however old its id is. */
export async function hasEventsToKeep(session: Session, partition: string, since: Date): Promise<boolean> {
  const { rowCount } = await session.query(
    `with recursive ${distinctValues({ name: "organization", table: partition, column: "organization_id" })}
     select from ${partition} where status = 'NEW' union all select from organization o cross join lateral (
       select from ${partition} e where e.organization_id = o.id and e.created_at >= $1 limit 1) kept limit 1`,
    [since],
  );
  return rowCount === 1;
}
