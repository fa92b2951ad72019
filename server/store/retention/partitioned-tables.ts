import type pg from "pg";
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
  /** Whether nobody needs the rows of a partition any more. `before` is the end of the retention period. */
  isOver: (session: Session, partition: Partition, before: Date) => Promise<boolean>;
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

const EXECUTION_IDS: Scale = {
  unit: 1,
  smallest: 100_000,
  margin: 10_000,
  literal: String,
  numberOf: (text) => `${text}::bigint`,
  suffix: String,
  newest: newestExecutionId,
  firstSince: firstExecutionIdSince,
};

/** Rows that are kept for a period, whatever happened to others. */
const byTime = (name: string, column: string, period: keyof Periods = "RETENTION_DAYS"): PartitionedTable => ({
  ...{ name, column, period, first: 0, scale: TIMES },
  isOver: async (_, { to }, before) => to <= before.getTime(),
});

/** Executions that are over. Those in progress, and those that earlier versions ended, have 0. */
export const EXECUTIONS: PartitionedTable = {
  ...{ name: "execution", column: "record", period: "RETENTION_DAYS", first: 1, scale: EXECUTION_IDS },
  isOver: async (session, { to }, before) => to <= (await firstExecutionIdSince(session, before)),
};

/** Steps, which are kept as long as their execution. */
export const STEPS: PartitionedTable = {
  ...{ name: "step_execution", column: "execution_id", period: "RETENTION_DAYS", first: 0, scale: EXECUTION_IDS },
  isOver: async (session, { from, to }) =>
    to <= (await newestExecutionId(session)) && !(await hasExecutions(session, from, to)),
};
export const REQUESTS = byTime("usage", "created_at");
export const EXCHANGES = byTime("provider_exchange", "created_at");
export const API_TALLIES = byTime("api_tally", "minute");
export const AUDIT_ENTRIES = byTime("audit_entry", "created_at", "AUDIT_RETENTION_DAYS");

/**
 * Tables of which retention drops partitions, steps after the executions that they belong to. A new one needs a row here
 * and a migration.
 */
export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  EXECUTIONS,
  STEPS,
  REQUESTS,
  EXCHANGES,
  API_TALLIES,
  AUDIT_ENTRIES,
];

/** Returns the last id that a process has reserved for an execution. */
async function newestExecutionId(session: Session): Promise<number> {
  const { rows } = await session.query<{ id: string }>("select last_value as id from execution_id_seq");
  return Number(rows[0]?.id ?? 0);
}

/** The id of the first execution since a time. Ids rise with time, which has no index of its own. */
export async function firstExecutionIdSince(session: Session, since: Date): Promise<number> {
  const { rows } = await session.query<{ id: string | null }>("select min(id) as id from execution");
  let high = (await newestExecutionId(session)) + 1;
  let low = Number(rows[0]?.id ?? high);
  let first = high;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await session.query<{ id: string; createdAt: Date }>(
      `select id, created_at as "createdAt" from execution where id >= $1 order by id limit 1`,
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

async function hasExecutions(session: Session, from: number, to: number): Promise<boolean> {
  const { rowCount } = await session.query(
    `select from execution where id >= $1 and id < $2 and (${IN_PROGRESS} or record >= $1 and record < $2) limit 1`,
    [from, to],
  );
  return rowCount === 1;
}
