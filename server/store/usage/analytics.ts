import { COUNT, perInterval, type Window } from "../database/per-interval.ts";
import type { Reader } from "../database/read-router.ts";
import { PUBLISHED } from "../execution/execution-records.ts";

const OWNED = { organization: "e.organization_id", account: "e.account_id", only: PUBLISHED } as const;
const EXECUTIONS = {
  ...OWNED,
  from: "execution e",
  at: "e.created_at",
  keep: "e.account_id, e.formula_instance_id, e.status",
} as const;
/** Step records, without those that only store which revision a sub-formula ran. */
const STEPS = {
  ...OWNED,
  from: "execution e join step_execution x on x.execution_id = e.id and x.step_name <> ''",
  at: "x.created_at",
  keep: "x.duration_ms, x.delay_ms, x.context_size",
} as const;

const ENDS = `count(*) filter (where s.status = 'success')::int as success, count(*) filter (where s.status = 'failed')::int as failed`;

export const executions = (pool: Reader, window: Window) =>
  perInterval<{ timestamp: Date; count: number }>(pool, window, { ...EXECUTIONS, name: "executions", columns: COUNT });

export const statuses = (pool: Reader, window: Window) =>
  perInterval<{ timestamp: Date; success: number; failed: number; total: number }>(pool, window, {
    ...EXECUTIONS,
    name: "statuses",
    columns: `${ENDS}, count(s.bucket)::int as total`,
  });

/** `accountId` is null in the one row of an interval without executions. */
export const byAccount = (pool: Reader, window: Window) =>
  perInterval<{ timestamp: Date; accountId: number | null; success: number; failed: number; count: number }>(
    pool,
    window,
    {
      ...EXECUTIONS,
      name: "accounts",
      columns: `s.account_id as "accountId", ${ENDS}, ${COUNT}`,
      group: ", s.account_id",
    },
  );

export const byInstance = (pool: Reader, window: Window) =>
  perInterval<{ timestamp: Date; instanceId: number | null; count: number }>(pool, window, {
    ...EXECUTIONS,
    name: "instances",
    columns: `s.formula_instance_id as "instanceId", ${COUNT}`,
    group: ", s.formula_instance_id",
  });

/** The average, sum and seven percentiles of one measure; null if there are no values. */
export type Measure = { avg: number | null; sum: number | null; percentiles: number[] | null };
type Measures = { executionTime: Measure; executionDelay: Measure; contextSize: Measure };

const measure = (
  column: string,
  as: string,
) => `json_build_object('avg', avg(s.${column})::float8, 'sum', sum(s.${column})::float8, 'percentiles',
  percentile_cont(array[0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) within group (order by s.${column})) as "${as}"`;

export const steps = (pool: Reader, window: Window) =>
  perInterval<{ timestamp: Date; count: number } & Measures>(pool, window, {
    ...STEPS,
    name: "steps",
    columns: [
      COUNT,
      measure("duration_ms", "executionTime"),
      measure("delay_ms", "executionDelay"),
      measure("context_size", "contextSize"),
    ].join(", "),
  });

type AccountStatuses = {
  accountId: number;
  success: number;
  failed: number;
  pending: number;
  canceled: number;
  unknown: number;
  retries: { executionId: number; retry: number }[];
};

/** Counts the executions created since a date by their current status, for each account. */
export async function statusesNow(
  pool: Reader,
  { organizationId, accountIds, since }: { organizationId: number; accountIds: number[] | null; since: Date },
): Promise<AccountStatuses[]> {
  const { rows } = await pool.query<AccountStatuses>({
    name: "analytics-now",
    text: `
      select account_id as "accountId",
        count(*) filter (where status = 'success')::int as success,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status in ('pending', 'queued'))::int as pending,
        count(*) filter (where status = 'cancelled')::int as canceled,
        count(*) filter (where status not in ('success', 'failed', 'pending', 'queued', 'cancelled', 'retry'))::int as unknown,
        coalesce(json_agg(json_build_object('executionId', id, 'retry', attempt) order by id) filter (where status = 'retry'), '[]') as retries
      from execution e
      where organization_id = $1 and ${PUBLISHED} and ($2::int[] is null or account_id = any($2)) and created_at >= $3
      group by account_id order by account_id`,
    values: [organizationId, accountIds, since],
  });
  return rows;
}
