import type pg from "pg";
import { ownerHasAccess } from "../database/scope.ts";

/** A scheduled request to our own API, as it was submitted. */
export type ScheduledRequest = {
  method: string;
  uri: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: unknown;
};

export type DueSchedule = {
  id: string;
  organizationId: number;
  accountId: number;
  userId: number;
  name: string;
  /** Null for an API request. */
  formulaInstanceId: number | null;
  /** The encrypted request; null for a formula, and for a request from before they were encrypted. */
  callSealed: string | null;
  /** Such a request; null for others. */
  call: ScheduledRequest | null;
  cron: string;
  nextRunAt: Date;
};

/**
 * Lists due schedules, the longest overdue first. `now` is the database's time. Schedules of users without access are
 * excluded.
 */
export async function findDue(pool: pg.Pool): Promise<{ due: DueSchedule[]; now: Date }> {
  const { rows } = await pool.query<DueSchedule & { now: Date }>({
    name: "schedule_due",
    text: `select now() as now, s.id, s.organization_id as "organizationId", u.account_id as "accountId", u.id as "userId",
        coalesce(s.name, f.name || ': ' || i.name, '') as name, s.formula_instance_id as "formulaInstanceId", s.call,
        s.call_sealed as "callSealed", s.cron, s.next_run_at as "nextRunAt"
      from schedule s left join formula_instance i on i.id = s.formula_instance_id left join formula f on f.id = i.formula_id
        join "user" u on u.id = coalesce(i.user_id, s.user_id)
      where ${ownerHasAccess("u.id")} and s.enabled and s.next_run_at <= now() order by s.next_run_at limit 500`,
  });
  return { due: rows, now: rows[0]?.now ?? new Date() };
}

/** The result of a due time: the execution that was started, or a request that is waiting to be sent. */
export type DueRun = { dueAt: Date; executionId: number | null };

/**
 * Advances a schedule unless it was advanced or changed concurrently, and records the run, if there is one. If several
 * processes do so for the same due time, exactly one succeeds.
 */
export async function advance(
  pool: pg.Pool,
  schedule: DueSchedule,
  { next, lastRunAt, run }: { next: Date | null; lastRunAt: Date; run: DueRun | null },
): Promise<void> {
  const { id, cron, nextRunAt, organizationId, accountId, userId, formulaInstanceId, name, call, callSealed } =
    schedule;
  await pool.query({
    name: "schedule_advance",
    text: `
with moved as (
  update schedule set next_run_at = $4, last_run_at = $5 where id = $1 and cron = $2 and next_run_at = $3 returning id
)
insert into job_run (schedule_id, organization_id, account_id, user_id, instance_id, name, due_at, state, execution_id, data, call_sealed, started_at)
select id, $6, $7, $8, $9, $10, $11::timestamptz, case when $9::int is null then 'waiting' else 'success' end, $12, $13, $14,
  case when $9::int is null then null else now() end
from moved where $11::timestamptz is not null
on conflict (schedule_id, due_at) do nothing`,
    values: [
      ...[id, cron, nextRunAt, next, lastRunAt, organizationId, accountId, userId, formulaInstanceId, name],
      ...[run?.dueAt ?? null, run?.executionId ?? null, JSON.stringify(call ?? {}), callSealed],
    ],
  });
}
