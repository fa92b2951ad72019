import { EXECUTION_STATUSES, type ExecutionStatus, isFinal } from "#server/formula/execution-status.ts";
import { listed } from "../database/listed.ts";

/**
 * Executions in progress are in a partition of their own, with 0 in `record`. Those that are over are records: they have
 * their id there, and are in partitions by ranges of ids. The statement that ends an execution moves its row. A
 * statement says which of them it means, so that Postgres opens one partition or two instead of all.
 */
export const IN_PROGRESS = "record = 0";

/** The statuses of executions that are over. */
export const OVER: ReadonlySet<string> = new Set(EXECUTION_STATUSES.filter(isFinal));

const FINAL = listed([...OVER]);

/** The condition for a status, with the place of executions that have it. */
export const hasStatus = (status: ExecutionStatus): string =>
  `${isFinal(status) ? "" : `${IN_PROGRESS} and `}status = ${listed([status])}`;

/** Executions that are over. Those of earlier versions have 0 in `record`. */
export const IS_OVER = `status in (${FINAL})`;

/** The value of `record` with a status. */
export const recordOf = ({ id, status }: { id: string; status: string }): string =>
  `case when ${status} in (${FINAL}) then ${id} else 0 end`;

/** The condition that `record` is of the execution with an id, which is a parameter, or a column of another table. */
export const isAt = (id: string, record = "record"): string => `${record} in (0, ${id})`;

/**
 * The same for several ids, of which the parameters are the first and the last: Postgres takes longer to find the
 * partitions of a list than to read them.
 */
export const isBetween = (first: string, last: string, record = "record"): string =>
  `(${record} = 0 or ${record} between ${first}::bigint and ${last}::bigint)`;

/** The values of the parameters of `isBetween`. */
export const endsOf = (ids: readonly number[]): [first: number, last: number] => [
  ids.reduce((least, id) => Math.min(least, id), ids[0] ?? 0),
  ids.reduce((most, id) => Math.max(most, id), 0),
];

/** Joins the execution `e` with an id, looked up for each row: joined as a whole, Postgres may read all partitions. */
export const joinExecution = (id: string): string =>
  `join lateral (select * from execution e where e.id = ${id} and ${isAt(id)} offset 0) e on true`;
