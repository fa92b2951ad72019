import type pg from "pg";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { countRows } from "../database/count-rows.ts";
import type { Reader } from "../database/read-router.ts";
import type { Scope } from "../database/scope.ts";
import { joinExecution } from "../execution/execution-places.ts";

/** A due scheduled request. The ticket distinguishes this claim from later ones. */
export type ClaimedRun = { organizationId: number; accountId: number; jobRunId: number; ticket: string };

/**
 * Claims due requests, for jobs that are enqueued in the same transaction. A request that is not settled within
 * `leaseMs`, because its job was lost, is claimed again.
 */
export async function claimWaiting(
  client: pg.ClientBase,
  { limit, fullOrganizations, leaseMs }: { limit: number; fullOrganizations: number[]; leaseMs: number },
): Promise<ClaimedRun[]> {
  const { rows } = await client.query<ClaimedRun & { jobRunId: string }>({
    name: "job_run_claim",
    text: `update job_run set state = 'running', lease_owner = gen_random_uuid(), lease_until = now() + $2 * interval '1 millisecond',
        started_at = coalesce(started_at, now()), updated_at = now()
      where id in (select id from job_run where state in ('waiting', 'running') and (lease_until is null or lease_until <= now())
          and organization_id <> all($3::int[])
        order by id limit $1 for update skip locked)
      returning id as "jobRunId", organization_id as "organizationId", account_id as "accountId", lease_owner as ticket`,
    values: [limit, leaseMs, fullOrganizations],
  });
  return rows.map((row) => ({ ...row, jobRunId: Number(row.jobRunId) }));
}

/** `call` is the request of a run from before requests were encrypted. */
export type WaitingRequest = {
  organizationId: number;
  accountId: number;
  userId: number;
  scheduleId: string;
  callSealed: string | null;
  call: unknown;
};

/** Finds the request of a claim; null if it was already sent or was claimed again. */
export async function findClaimed(
  pool: Reader,
  { organizationId, jobRunId, ticket }: Ticket,
): Promise<WaitingRequest | null> {
  const { rows } = await pool.query<WaitingRequest>({
    name: "job_run_claimed",
    text: `select organization_id as "organizationId", account_id as "accountId", user_id as "userId",
        schedule_id as "scheduleId", call_sealed as "callSealed", data as call
      from job_run where id = $1 and lease_owner = $2 and organization_id = $3`,
    values: [jobRunId, ticket, organizationId],
  });
  return rows[0] ?? null;
}

type Ticket = { organizationId: number; jobRunId: number; ticket: string };

/** Records the outcome of a request if the claim is still valid. */
export async function finish(
  pool: Reader,
  { organizationId, jobRunId, ticket, error, status }: Ticket & { error: string | null; status: number | null },
): Promise<void> {
  await pool.query({
    name: "job_run_finish",
    text: `update job_run set state = case when $3::text is null then 'success' else 'failed' end, error = $3,
        data = data || jsonb_build_object('status', $4::int), lease_owner = null, lease_until = null, ended_at = now(), updated_at = now()
      where id = $1 and lease_owner = $2 and organization_id = $5`,
    values: [jobRunId, ticket, error, status, organizationId],
  });
}

/** Fails a request that could not be sent. Its ticket remains valid, so a retry of the job sends it. */
export async function giveUp(
  pool: Reader,
  { organizationId, jobRunId, ticket, reason }: Ticket & { reason: string },
): Promise<void> {
  await pool.query(
    `update job_run set state = 'failed', error = $3, lease_until = null, ended_at = now(), updated_at = now()
     where id = $1 and lease_owner = $2 and organization_id = $4`,
    [jobRunId, ticket, reason, organizationId],
  );
}

export type JobRunRecord = {
  id: string;
  organizationId: number;
  accountId: number;
  userId: number;
  instanceId: number | null;
  name: string;
  state: "waiting" | "running" | "success" | "failed";
  scheduleId: string;
  /** The status of the response, and the request of a run from before requests were encrypted. */
  data: Record<string, unknown>;
  callSealed: string | null;
  error: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The state of the execution takes precedence over the state that was recorded at the start. */
const RUNS = `
select r.id, r.organization_id as "organizationId", r.account_id as "accountId", r.user_id as "userId", r.instance_id as "instanceId",
  r.name, r.created_at as "createdAt", r.started_at as "startedAt", r.data,
  r.schedule_id as "scheduleId", r.call_sealed as "callSealed", coalesce(r.error, e.error) as error,
  case when e.id is null then r.state when e.status = 'success' then 'success'
    when e.status in ('failed', 'cancelled') then 'failed' else 'running' end as state,
  case when e.id is null then r.ended_at when e.status in ('success', 'failed', 'cancelled') then e.updated_at end as "endedAt",
  coalesce(e.updated_at, r.updated_at) as "updatedAt"
from job_run r left ${joinExecution("r.execution_id")}`;

export type JobRunFilter = {
  scope: Scope;
  scheduleId?: string | undefined;
  elementKeys?: string[] | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const WHERE = `r.organization_id = $1 and ($2::int[] is null or r.account_id = any($2)) and ($3::uuid is null or r.schedule_id = $3)
  and ($4::text[] is null or r.data->>'elementKey' = any($4)) and ($5::timestamptz is null or r.due_at >= $5)
  and ($6::timestamptz is null or r.due_at < $6)`;

const valuesOf = ({ scope, scheduleId, elementKeys, from, to }: JobRunFilter) => [
  ...[scope.organizationId, scope.accountId?.in ?? null, scheduleId ?? null],
  ...[elementKeys && elementKeys.length > 0 ? elementKeys : null, from ?? null, to ?? null],
];

/** Lists job runs, newest first, skipping the first `skip`. */
export async function list(
  pool: Reader,
  filter: JobRunFilter,
  page: PageRequest,
  skip = 0,
): Promise<Page<JobRunRecord>> {
  const values = valuesOf(filter);
  const [{ rows }, counted] = await Promise.all([
    pool.query<JobRunRecord>(
      `${RUNS} where ${WHERE} and ($7::bigint is null or r.id < $7) order by r.id desc limit $8 offset $9`,
      [...values, page.after ?? null, page.size + 1, skip],
    ),
    countRows(pool, `select from job_run r where ${WHERE}`, values),
  ]);
  return pageOf(rows, counted, page, ({ id }) => id);
}

export async function find(pool: Reader, filter: JobRunFilter, id: number): Promise<JobRunRecord | null> {
  const { rows } = await pool.query<JobRunRecord>(`${RUNS} where ${WHERE} and r.id = $7`, [...valuesOf(filter), id]);
  return rows[0] ?? null;
}
