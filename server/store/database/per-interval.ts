import type pg from "pg";
import type { Reader } from "./read-router.ts";

export type Interval = "second" | "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

/** The time range, interval and accounts to count; without accounts, the whole organization. */
export type Window = { organizationId: number; accountIds: number[] | null; from: Date; to: Date; interval: Interval };

/**
 * SQL that defines the counted rows: rows of `from` with the time `at`, the columns `organization` and `account` (null
 * if rows belong to no account), the filter `only`, and `keep` as further selected columns. `columns` aggregate them as
 * `s`, by interval and `group`. This SQL is constant and contains no input.
 */
export type Counted = {
  name: string;
  from: string;
  at: string;
  organization: string;
  account: string | null;
  only?: string;
  keep?: string;
  columns: string;
  group?: string;
};

/** The number of rows; for `columns`. */
export const COUNT = "count(s.bucket)::int as count";

/**
 * Returns one row per interval, from the one that contains `from` to the one that contains `to`, both included, in UTC.
 * Empty intervals are included.
 */
export async function perInterval<Row extends pg.QueryResultRow>(
  pool: Reader,
  { organizationId, accountIds, from, to, interval }: Window,
  counted: Counted,
): Promise<Row[]> {
  const { name, at, organization, account, only = "true", keep = "", columns, group = "" } = counted;
  const { rows } = await pool.query<Row>({
    name: `interval-${name}`,
    text: `
      with seen as (
        select date_trunc($3, ${at} at time zone 'UTC') as bucket ${keep && `, ${keep}`}
        from ${counted.from}
        where ${organization} = $1 and ${only} and ($2::int[] is null or ${account ? `${account} = any($2)` : "true"})
          and ${at} >= date_trunc($3, $4::timestamptz at time zone 'UTC') at time zone 'UTC'
          and ${at} < (date_trunc($3, $5::timestamptz at time zone 'UTC') + $6::interval) at time zone 'UTC'
      )
      select b.bucket at time zone 'UTC' as "timestamp", ${columns}
      from generate_series(date_trunc($3, $4::timestamptz at time zone 'UTC'), date_trunc($3, $5::timestamptz at time zone 'UTC'),
        $6::interval) as b(bucket)
      left join seen s on s.bucket = b.bucket
      group by b.bucket ${group} order by b.bucket`,
    values: [organizationId, accountIds, interval, from, to, interval === "quarter" ? "3 months" : `1 ${interval}`],
  });
  return rows;
}
