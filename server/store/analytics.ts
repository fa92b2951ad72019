import type pg from "pg";

export type Interval = "minute" | "hour" | "day" | "week" | "month";

/** Which executions are counted; without accounts those of the whole organisation. */
export type Window = { organizationId: number; accountIds: number[] | null; from: Date; to: Date; interval: Interval };

/**
 * One row per interval from the one that holds `from` to the one that holds `to`, both included, empty ones too; in
 * UTC. `seen` are the executions, or with `step` their steps, that began in it.
 */
async function perInterval<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { organizationId, accountIds, from, to, interval }: Window,
  query: Query,
): Promise<Row[]> {
  const { name, columns, step = false, group = "" } = query;
  const { rows } = await pool.query<Row>({
    name: `analytics-${name}`,
    text: `
      with seen as (
        select date_trunc($3, x.created_at at time zone 'UTC') as bucket, e.account_id, e.formula_instance_id, ${step ? "x.*" : "e.status"}
        from execution e ${step ? `join step_execution x on x.execution_id = e.id and ${IS_STEP}` : "cross join lateral (select e.created_at) x"}
        where e.organization_id = $1 and ($2::int[] is null or e.account_id = any($2))
          and x.created_at >= date_trunc($3, $4::timestamptz at time zone 'UTC') at time zone 'UTC'
          and x.created_at < date_trunc($3, $5::timestamptz at time zone 'UTC') at time zone 'UTC' + ('1 ' || $3)::interval
      )
      select b.bucket at time zone 'UTC' as "timestamp", ${columns}
      from generate_series(date_trunc($3, $4::timestamptz at time zone 'UTC'), date_trunc($3, $5::timestamptz at time zone 'UTC'),
        ('1 ' || $3)::interval) as b(bucket)
      left join seen s on s.bucket = b.bucket
      group by b.bucket ${group} order by b.bucket`,
    values: [organizationId, accountIds, interval, from, to],
  });
  return rows;
}

/** Not the record of which revision a sub-formula ran. */
const IS_STEP = "x.step_name <> ''";

type Query = { name: string; columns: string; step?: boolean; group?: string };

const COUNT = "count(s.bucket)::int as count";
const ENDS = `count(*) filter (where s.status = 'success')::int as success, count(*) filter (where s.status = 'failed')::int as failed`;

export const executions = (pool: pg.Pool, window: Window) =>
  perInterval<{ timestamp: Date; count: number }>(pool, window, { name: "executions", columns: COUNT });

export const statuses = (pool: pg.Pool, window: Window) =>
  perInterval<{ timestamp: Date; success: number; failed: number; total: number }>(pool, window, {
    name: "statuses",
    columns: `${ENDS}, count(s.bucket)::int as total`,
  });

/** `accountId` is null in the one row of an interval without executions. */
export const byAccount = (pool: pg.Pool, window: Window) =>
  perInterval<{ timestamp: Date; accountId: number | null; success: number; failed: number; count: number }>(
    pool,
    window,
    {
      name: "accounts",
      columns: `s.account_id as "accountId", ${ENDS}, ${COUNT}`,
      group: ", s.account_id",
    },
  );

export const byInstance = (pool: pg.Pool, window: Window) =>
  perInterval<{ timestamp: Date; instanceId: number | null; count: number }>(pool, window, {
    name: "instances",
    columns: `s.formula_instance_id as "instanceId", ${COUNT}`,
    group: ", s.formula_instance_id",
  });

/** Average, sum and seven percentiles of one measure; null where there was none. */
export type Measure = { avg: number | null; sum: number | null; percentiles: number[] | null };
type Measures = { executionTime: Measure; executionDelay: Measure; contextSize: Measure };

const measure = (
  column: string,
  as: string,
) => `json_build_object('avg', avg(s.${column})::float8, 'sum', sum(s.${column})::float8, 'percentiles',
  percentile_cont(array[0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) within group (order by s.${column})) as "${as}"`;

export const steps = (pool: pg.Pool, window: Window) =>
  perInterval<{ timestamp: Date; count: number } & Measures>(pool, window, {
    name: "steps",
    step: true,
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

/** How the executions that began since then stand, by account. */
export async function statusesNow(
  pool: pg.Pool,
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
      from execution
      where organization_id = $1 and ($2::int[] is null or account_id = any($2)) and created_at >= $3
      group by account_id order by account_id`,
    values: [organizationId, accountIds, since],
  });
  return rows;
}

/** Formulas made in each interval; deleted ones are not counted. */
export async function formulasCreated(pool: pg.Pool, { organizationId, accountIds, from, to, interval }: Window) {
  const { rows } = await pool.query<{ timestamp: Date; count: number }>({
    name: "analytics-formulas",
    text: `
      select b.bucket at time zone 'UTC' as "timestamp", count(f.id)::int as count
      from generate_series(date_trunc($3, $4::timestamptz at time zone 'UTC'), date_trunc($3, $5::timestamptz at time zone 'UTC'),
        ('1 ' || $3)::interval) as b(bucket)
      left join formula f on f.organization_id = $1 and ($2::int[] is null or f.account_id = any($2))
        and date_trunc($3, f.created_at at time zone 'UTC') = b.bucket
      group by b.bucket order by b.bucket`,
    values: [organizationId, accountIds, interval, from, to],
  });
  return rows;
}
