import type pg from "pg";
import { whichMayBecome } from "#server/formula/execution-status.ts";
import type { Ending } from "#server/formula/run.ts";
import { outputInContext } from "#server/formula/walk.ts";
import { coalesce } from "./coalesce.ts";

/** What starting a run needs to know of its formula instance, in one read. */
export type Runnable = {
  organizationId: number;
  accountId: number;
  userId: number;
  formulaId: number;
  formulaInstanceId: number;
  name: string;
  formulaName: string;
  active: boolean;
  formulaActive: boolean;
  /** As which the formula is exposed (contract §1.8), and for whom. */
  method: string | null;
  uri: string | null;
  formulaAccountId: number;
  isOfDefaultAccount: boolean;
  revision: number;
  triggerType: string;
  singleThreaded: boolean;
  configuration: Record<string, unknown>;
  settings: Record<string, unknown>;
  numberConsecutiveErrors: number;
};

const RUNNABLE = `
select i.organization_id as "organizationId", i.account_id as "accountId", i.user_id as "userId", i.formula_id as "formulaId",
  i.id as "formulaInstanceId", i.name, f.name as "formulaName", i.active, f.active as "formulaActive", f.revision, f.method, f.uri,
  f.account_id as "formulaAccountId", a.is_default as "isOfDefaultAccount",
  coalesce(f.definition->'triggers'->0->>'type', 'manual') as "triggerType",
  i.single_threaded or coalesce((f.definition->>'singleThreaded')::bool, false) as "singleThreaded",
  i.configuration, i.settings, i.number_consecutive_errors as "numberConsecutiveErrors"
from formula_instance i join formula f on f.id = i.formula_id join account a on a.id = f.account_id`;

type Asked = { organizationId: number; formulaInstanceId: number };

const lookups = new WeakMap<pg.Pool, (asked: Asked) => Promise<Runnable | null>>();

/** The formula instance and its formula's present revision; null if this organisation has none by that id. */
export function findRunnable(pool: pg.Pool, asked: Asked): Promise<Runnable | null> {
  const find = lookups.get(pool) ?? coalesce((all: Asked[]) => findRunnables(pool, all));
  lookups.set(pool, find);
  return find(asked);
}

async function findRunnables(pool: pg.Pool, asked: Asked[]): Promise<(Runnable | null)[]> {
  const { rows } = await pool.query<Runnable>({
    name: "execution_runnables",
    text: `${RUNNABLE} where i.id = any($1)`,
    values: [asked.map(({ formulaInstanceId }) => formulaInstanceId)],
  });
  const byId = new Map(rows.map((row) => [row.formulaInstanceId, row]));
  return asked.map(({ organizationId, formulaInstanceId }) => {
    const found = byId.get(formulaInstanceId);
    return found?.organizationId === organizationId ? found : null;
  });
}

/** An execution this process has just been given, with what its run needs. */
export type Claimed = Runnable & {
  id: number;
  leaseEpoch: number;
  deaths: number;
  attempt: number;
  executionRevision: number;
  trigger: string;
  createdAt: Date;
};

/**
 * Takes up to `limit` waiting executions for a runner, oldest first within each organisation and the
 * organisations in turn, so that a flood of one does not hold up another (`reliability.md` S16). With what an
 * organisation has `running` it gets no more than `share`. Executions whose holders died twice are only taken
 * `alone`.
 */
export async function claimWaiting(
  pool: pg.Pool,
  {
    runnerId,
    limit,
    share = limit,
    running = new Map(),
    alone = false,
  }: { runnerId: string; limit: number; share?: number; running?: ReadonlyMap<number, number>; alone?: boolean },
): Promise<Claimed[]> {
  const waiting = `status = 'pending' and runner_id is null and ${alone ? "deaths >= 2" : "deaths < 2"}`;
  const { rows } = await pool.query<Claimed & { id: string }>({
    name: alone ? "execution_claim_alone" : "execution_claim",
    text: `
with recursive organization as (
  (select organization_id as id from execution where ${waiting} order by organization_id limit 1)
  union all
  select (select e.organization_id from execution e where ${waiting} and e.organization_id > o.id
    order by e.organization_id limit 1) from organization o where o.id is not null
), waiting as (
  select id, organization_id, row_number() over (partition by organization_id order by created_at, id) as turn from (
    select e.id, e.organization_id, e.created_at from organization o cross join lateral (
      select id, organization_id, created_at from execution
      where organization_id = o.id and ${waiting}
      order by created_at, id limit $2 for update skip locked
    ) e
  ) each
), claimed as (
  update execution set runner_id = $1, lease_epoch = lease_epoch + 1, updated_at = now()
  where id in (select w.id from waiting w left join unnest($3::int[], $4::int[]) as taken(organization_id, count)
      on taken.organization_id = w.organization_id
    where w.turn + coalesce(taken.count, 0) <= $5 order by w.turn, w.id limit $2)
    and exists (select from formula_instance i where i.id = execution.formula_instance_id)
  returning id, lease_epoch, deaths, attempt, revision, trigger_type, trigger, created_at, formula_instance_id
)
select r.*, e.id, e.lease_epoch as "leaseEpoch", e.deaths, e.attempt, e.revision as "executionRevision",
  e.trigger_type as "triggerType", e.trigger, e.created_at as "createdAt"
from claimed e join (${RUNNABLE}) r on r."formulaInstanceId" = e.formula_instance_id
order by e.created_at, e.id`,
    values: [runnerId, limit, [...running.keys()], [...running.values()], share],
  });
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Says that a runner lives for another `aliveMs`. False when its row is gone, because others took it for dead. */
export async function heartbeat(
  pool: pg.Pool,
  { runnerId, kind, aliveMs }: { runnerId: string; kind: string; aliveMs: number },
) {
  await pool.query({
    name: "runner_heartbeat",
    text: `insert into runner (id, kind, alive_until) values ($1, $2, now() + $3 * interval '1 millisecond')
      on conflict (id) do update set alive_until = excluded.alive_until`,
    values: [runnerId, kind, aliveMs],
  });
}

/**
 * Frees the executions of runners that died, counting the death, and tells waiting workers. Their epoch goes up
 * at once, so that nothing the dead runner may still send is taken. Returns how many were freed.
 */
export async function takeOver(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ freed: number }>(`
with dead as (delete from runner where alive_until < now() returning id),
freed as (
  update execution e set runner_id = null, lease_epoch = lease_epoch + 1, deaths = deaths + 1, updated_at = now()
  where e.status = 'pending' and e.runner_id is not null
    and (e.runner_id in (select id from dead) or not exists (select from runner r where r.id = e.runner_id))
  returning e.id
)
select count(*)::int as freed, (select pg_notify('execution_waiting', '') from freed limit 1) from freed`);
  return rows[0]?.freed ?? 0;
}

/** Gives back what a stopping runner still holds: no death is counted. */
export async function handBack(pool: pg.Pool, runnerId: string): Promise<void> {
  await pool.query(
    `with gone as (delete from runner where id = $1), freed as (
       update execution set runner_id = null, lease_epoch = lease_epoch + 1, updated_at = now()
       where runner_id = $1 and status = 'pending' returning id)
     select pg_notify('execution_waiting', '') from freed limit 1`,
    [runnerId],
  );
}

/** Ends an execution that killed its runners, whoever holds it. False when it had ended already. */
export async function giveUp(
  pool: pg.Pool,
  { executionId, leaseEpoch, reason }: { executionId: number; leaseEpoch: number; reason: string },
) {
  const { rowCount } = await pool.query(
    `with ended as (
       update execution set status = 'failed', untold = true, error = $3, runner_id = null, updated_at = now()
       where id = $1 and lease_epoch = $2 and status = 'pending' returning id, organization_id)
     insert into dead_letter (organization_id, kind, execution_id, reason)
     select organization_id, 'execution', id, $3 from ended`,
    [executionId, leaseEpoch, reason],
  );
  return rowCount === 1;
}

/**
 * Frees an execution that a fault of our own interrupted. Where it may be the execution's doing it `counts` like a
 * death, so that it cannot go on for ever.
 */
export async function releaseAfterFault(
  pool: pg.Pool,
  { executionId, leaseEpoch, counts }: { executionId: number; leaseEpoch: number; counts: boolean },
) {
  await pool.query(
    `update execution set runner_id = null, lease_epoch = lease_epoch + 1, deaths = deaths + $3::int, updated_at = now()
     where id = $1 and lease_epoch = $2 and status = 'pending'`,
    [executionId, leaseEpoch, counts ? 1 : 0],
  );
}

/** Begins retries that are due: the same execution waits for a worker again (contract §7, 33). */
export async function wakeRetries(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ formula_instance_id: number; single_threaded: boolean }>(`
with due as (select id from execution where status = 'retry' and retry_at <= now() order by retry_at limit 200 for update skip locked),
woken as (
  update execution e set status = case when single_threaded then 'queued' else 'pending' end, retry_at = null, updated_at = now()
  from due where e.id = due.id returning e.formula_instance_id, e.single_threaded
), told as (select pg_notify('execution_waiting', '') from woken limit 1)
select woken.* from woken left join told on true`);
  return rows.filter((row) => row.single_threaded).map((row) => row.formula_instance_id);
}

/**
 * Lets the oldest queued execution of a single-threaded formula instance go, unless one is under way
 * (`reliability.md` S10). Callers race harmlessly: the instance is locked meanwhile.
 */
export async function promoteQueued(pool: pg.Pool, formulaInstanceId: number): Promise<void> {
  await pool.query(
    `with lock as materialized (select pg_advisory_xact_lock(7301, $1)), promoted as (
       update execution set status = 'pending', updated_at = now()
       where status = 'queued'
         and id = (select e.id from execution e, lock where e.formula_instance_id = $1 and e.status = 'queued'
           order by e.created_at, e.id limit 1)
         and not exists (select from execution p where p.formula_instance_id = $1 and p.status = 'pending')
       returning id)
     select pg_notify('execution_waiting', '') from promoted`,
    [formulaInstanceId],
  );
}

/** Formula instances with queued executions and none under way: what a crash between end and promotion leaves. */
export async function findStalledQueues(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select distinct q.formula_instance_id as id from execution q where q.status = 'queued'
       and not exists (select from execution p where p.formula_instance_id = q.formula_instance_id and p.status = 'pending') limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** What earlier holders recorded of the present attempt, in order. */
export async function readHistory(pool: pg.Pool, { executionId, attempt }: { executionId: number; attempt: number }) {
  const { rows } = await pool.query<RecordedStep>({
    name: "execution_history",
    text: `select seq, path, step_name as "stepName", step_type as "stepType", took, output, notes, error, sealed
      from step_execution where execution_id = $1 and attempt = $2 order by seq`,
    values: [executionId, attempt],
  });
  return rows;
}

export type RecordedStep = {
  seq: number;
  path: string;
  stepName: string;
  stepType: string;
  took: string;
  output: string | null;
  notes: string | null;
  error: string | null;
  sealed: string | null;
};

/** The next free number of an execution's records. */
export async function nextSeq(pool: pg.Pool, executionId: number): Promise<number> {
  const { rows } = await pool.query<{ next: number }>({
    name: "execution_next_seq",
    text: "select coalesce(max(seq) + 1, 0) as next from step_execution where execution_id = $1",
    values: [executionId],
  });
  return rows[0]?.next ?? 0;
}

/** Drops the exact copies kept for a resume; the redacted records stay. */
export async function dropSealed(pool: pg.Pool, executionId: number): Promise<void> {
  await pool.query("update step_execution set sealed = null where execution_id = $1 and sealed is not null", [
    executionId,
  ]);
}

/** Ends a running, waiting or retrying execution as cancelled; false when it has already ended. Its holder is told. */
export async function cancel(
  pool: pg.Pool,
  { organizationId, executionId }: { organizationId: number; executionId: number },
) {
  const { rows } = await pool.query<{ formula_instance_id: number; single_threaded: boolean }>(
    `with ended as (
       update execution set status = 'cancelled', retry_at = null, runner_id = null, lease_epoch = lease_epoch + 1, updated_at = now()
       where id = $1 and organization_id = $2 and status = any($3)
       returning id, formula_instance_id, single_threaded)
     select ended.*, pg_notify('execution_cancelled', id::text) from ended`,
    [executionId, organizationId, whichMayBecome("cancelled")],
  );
  return rows[0] ? { formulaInstanceId: rows[0].formula_instance_id, singleThreaded: rows[0].single_threaded } : null;
}

/** Ids ahead of the rows they will name, so that a run can begin before its row is written. */
export function executionIds(pool: pg.Pool, block = 64) {
  let next = 0;
  let end = 0;
  let fetching: Promise<void> | null = null;
  return async function nextId(): Promise<number> {
    while (next >= end) {
      fetching ??= pool
        .query<{ base: string }>("select nextval('execution_id_seq') as base")
        .then(({ rows }) => {
          next = Number(rows[0]?.base);
          end = next + block;
        })
        .finally(() => {
          fetching = null;
        });
      await fetching;
    }
    return next++;
  };
}

/** How an execution ended, with the output of its last step; null while it has not. */
export async function findEnding(pool: pg.Pool, executionId: number): Promise<Ending | null> {
  const { rows } = await pool.query<{ status: string; error: string | null } & Partial<Record<Told, string | null>>>({
    name: "execution_ending",
    text: `select e.status, e.error, s.output, s.notes, s.error as "stepError" from execution e
      left join lateral (select * from step_execution s where s.execution_id = e.id and s.path = ''
        and s.attempt = e.attempt order by s.seq desc limit 1) s on true
      where e.id = $1`,
    values: [executionId],
  });
  const [row] = rows;
  const output = row && outputTold(row);
  if (row?.status === "success") return { status: "success", output };
  if (row?.status === "failed") return { status: "failed", output, error: row.error ?? "The execution failed." };
  if (row?.status === "retry") return { status: "retry", delayMinutes: 0 };
  if (row?.status === "cancelled")
    return { status: "failed", output: undefined, error: "The execution was cancelled." };
  return null;
}

type Told = "output" | "notes" | "stepError";

/** The output as the process that ran the step handed it on. */
function outputTold({ output, notes, stepError }: Partial<Record<Told, string | null>>): unknown {
  const parsed = (text: string | null | undefined) => (text ? JSON.parse(text) : undefined);
  return outputInContext({
    took: "onFailure",
    output: parsed(output),
    notes: parsed(notes),
    ...(stepError && { error: stepError }),
  });
}

/** Waiting executions that were in two deaths or more. */
export async function findPoisoned(pool: pg.Pool): Promise<{ id: number; leaseEpoch: number; deaths: number }[]> {
  const { rows } = await pool.query<{ id: string; leaseEpoch: number; deaths: number }>(
    `select id, lease_epoch as "leaseEpoch", deaths from execution
     where status = 'pending' and runner_id is null and deaths >= 2 order by created_at limit 100`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Makes a scheduled retry due now; false when none is scheduled any more. */
export async function hastenRetry(pool: pg.Pool, executionId: number): Promise<boolean> {
  const { rowCount } = await pool.query("update execution set retry_at = now() where id = $1 and status = 'retry'", [
    executionId,
  ]);
  return rowCount === 1;
}

/** The execution of a formula instance that a cause has started; null when there is none. */
export async function findByCause(
  pool: pg.Pool,
  { runnable, cause }: { runnable: Pick<Runnable, "formulaInstanceId">; cause?: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from execution where formula_instance_id = $1 and cause = $2",
    [runnable.formulaInstanceId, cause ?? null],
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/** Cancels what waits for a formula instance that was deleted at the moment it was accepted. */
export async function cancelOrphans(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update execution e set status = 'cancelled', retry_at = null, updated_at = now()
     where e.status = any($1) and e.runner_id is null and e.created_at < now() - interval '2 seconds'
       and not exists (select from formula_instance i where i.id = e.formula_instance_id)`,
    [whichMayBecome("cancelled")],
  );
}
