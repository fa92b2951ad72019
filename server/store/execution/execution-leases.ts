import type pg from "pg";
import { distinctValues } from "../database/distinct-values.ts";
import { repeating } from "../database/repeat-moved.ts";
import { IN_PROGRESS } from "./execution-places.ts";
import { RUNNABLE, type Runnable } from "./runnables.ts";

/** An execution that this process has claimed, with the data that running it needs. */
export type Claimed = Runnable & {
  id: number;
  leaseEpoch: number;
  deaths: number;
  attempt: number;
  executionRevision: number;
  trigger: string;
  triggerFile: string | null;
  createdAt: Date;
};

/**
 * Claims up to `limit` waiting executions for a runner, oldest first within each organization. Organizations are served
 * in turn, so that a flood of one does not delay the others, and none has more than `share` executions including those
 * that are already `running`. Executions whose runners died twice are claimed only with `alone`, once.
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
  // After three deaths it is given up. Until then it must not be run again and again.
  const waiting = `${IN_PROGRESS} and status = 'pending' and runner_id is null and ${alone ? "deaths = 2" : "deaths < 2"}`;
  // Candidates are locked even if they are not claimed: the more organizations wait, the fewer of each.
  const candidates = "least($2::bigint, ceil(4.0 * $2::bigint / (select count(*) from organization)))::bigint";
  const { rows } = await pool.query<Claimed & { id: string }>({
    name: alone ? "execution_claim_alone" : "execution_claim",
    text: `
with recursive ${distinctValues({ name: "organization", table: "execution", column: "organization_id", where: waiting })}, waiting as (
  select id, organization_id, row_number() over (partition by organization_id order by created_at, id) as turn from (
    select e.id, e.organization_id, e.created_at from organization o cross join lateral (
      select id, organization_id, created_at from execution
      where organization_id = o.id and ${waiting}
      order by created_at, id limit ${candidates} for update skip locked
    ) e
  ) each
), claimed as (
  update execution set runner_id = $1, lease_epoch = lease_epoch + 1, updated_at = now()
  where ${IN_PROGRESS} and id = any(array(select w.id from waiting w left join unnest($3::int[], $4::int[]) as taken(organization_id, count)
      on taken.organization_id = w.organization_id
    where w.turn + coalesce(taken.count, 0) <= $5 order by w.turn, w.id limit $2::bigint))
    and exists (select from formula_instance i where i.id = execution.formula_instance_id)
  returning id, lease_epoch, deaths, attempt, revision, trigger_type, trigger, trigger_file, created_at, formula_instance_id
)
select r.*, e.id, e.lease_epoch as "leaseEpoch", e.deaths, e.attempt, e.revision as "executionRevision",
  e.trigger_type as "triggerType", e.trigger, e.trigger_file as "triggerFile", e.created_at as "createdAt"
from claimed e join (${RUNNABLE}) r on r."formulaInstanceId" = e.formula_instance_id
order by e.created_at, e.id`,
    values: [runnerId, limit, [...running.keys()], [...running.values()], share],
  });
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * The newest format of records that a process of this version reads: 1 has outputs in files and ids of steps from a
 * sequence, 2 also notes and inputs in files, and ids that are computed. Nothing is written in a format that a living
 * process does not read.
 */
const RECORD_FORMAT = 2;

type Beat = { runnerId: string; kind: string; aliveMs: number; fileStore: string | null };

/** The abilities that all living runners have in common. */
export type Common = {
  /** They use the same store for files, and read all values that this version writes to it. */
  isShared: boolean;
  /** They find steps by ids that are computed. */
  computesStepIds: boolean;
};

/** Marks a runner as alive for another `aliveMs`. Restores its row if other processes considered it dead. */
export async function heartbeat(pool: pg.Pool, { runnerId, kind, aliveMs, fileStore }: Beat): Promise<Common> {
  const { rows } = await pool.query<Common>({
    name: "runner_heartbeat",
    text: `with beat as (
        insert into runner (id, kind, alive_until, file_store, record_format)
        values ($1, $2, now() + $3 * interval '1 millisecond', $4, ${RECORD_FORMAT})
        on conflict (id) do update set alive_until = excluded.alive_until, file_store = excluded.file_store
      ), peers as (
        select coalesce(bool_and(file_store is not distinct from $4), true) as "haveStore",
          coalesce(bool_and(record_format >= ${RECORD_FORMAT}), true) as "readAll"
        from runner where id <> $1 and alive_until > now())
      select $4::uuid is not null and "haveStore" and "readAll" as "isShared", "readAll" as "computesStepIds" from peers`,
    values: [runnerId, kind, aliveMs, fileStore],
  });
  return rows[0] ?? { isShared: false, computesStepIds: false };
}

/**
 * Releases the executions of dead runners, increments their death counts, and notifies waiting workers. The lease epoch
 * is incremented at once, so that late writes of the dead runner are rejected. Returns the number of released
 * executions.
 */
export async function takeOver(pool: pg.Pool): Promise<number> {
  const { rows } = await repeating(pool).query<{ freed: number }>(`
with dead as (delete from runner where alive_until < now() returning id),
freed as (
  update execution e set runner_id = null, lease_epoch = lease_epoch + 1, deaths = deaths + 1, updated_at = now()
  where ${IN_PROGRESS} and e.status = 'pending' and e.runner_id is not null
    and (e.runner_id in (select id from dead) or not exists (select from runner r where r.id = e.runner_id))
  returning e.id
)
select count(*)::int as freed, (select pg_notify('execution_waiting', '') from freed limit 1) from freed`);
  return rows[0]?.freed ?? 0;
}

/**
 * Releases the executions of a runner that is shutting down. `counts` increments their death counts, if one of them may
 * be the reason.
 */
export async function releaseAll(
  pool: pg.Pool,
  runnerId: string,
  { counts }: { counts: boolean } = { counts: false },
): Promise<void> {
  await repeating(pool).query(
    `with gone as (delete from runner where id = $1), freed as (
       update execution set runner_id = null, lease_epoch = lease_epoch + 1, deaths = deaths + $2::int, updated_at = now()
       where ${IN_PROGRESS} and runner_id = $1 and status = 'pending' returning id)
     select pg_notify('execution_waiting', '') from freed limit 1`,
    [runnerId, counts ? 1 : 0],
  );
}

/** Lists what a runner holds, without these executions. */
export async function listHeld(
  pool: pg.Pool,
  { runnerId, without }: { runnerId: string; without: readonly number[] },
): Promise<{ executionId: number; leaseEpoch: number }[]> {
  const { rows } = await pool.query<{ executionId: number; leaseEpoch: number }>(
    `select id::float8 as "executionId", lease_epoch as "leaseEpoch" from execution
     where ${IN_PROGRESS} and runner_id = $1 and status = 'pending' and id <> all($2::bigint[])`,
    [runnerId, without],
  );
  return rows;
}

/**
 * Releases an execution that an internal error interrupted. If the execution may have caused the error, `counts`
 * increments its death count, so that it is not restarted forever.
 */
export async function releaseAfterFault(
  pool: pg.Pool,
  { executionId, leaseEpoch, counts }: { executionId: number; leaseEpoch: number; counts: boolean },
) {
  await repeating(pool).query(
    `update execution set runner_id = null, lease_epoch = lease_epoch + 1, deaths = deaths + $3::int, updated_at = now()
     where ${IN_PROGRESS} and id = $1 and lease_epoch = $2 and status = 'pending'`,
    [executionId, leaseEpoch, counts ? 1 : 0],
  );
}

/** Finds waiting executions whose runners died at least twice. */
export async function findPoisoned(pool: pg.Pool): Promise<{ id: number; leaseEpoch: number; deaths: number }[]> {
  const { rows } = await pool.query<{ id: string; leaseEpoch: number; deaths: number }>(
    `select id, lease_epoch as "leaseEpoch", deaths from execution
     where ${IN_PROGRESS} and status = 'pending' and runner_id is null and deaths >= 2 order by created_at limit 100`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Fails an execution that caused its runners to die, no matter which process holds it. False if it had already ended.
 */
export async function giveUp(
  pool: pg.Pool,
  { executionId, leaseEpoch, reason }: { executionId: number; leaseEpoch: number; reason: string },
) {
  const { rowCount } = await repeating(pool).query(
    `with ended as (
       update execution set status = 'failed', record = id, unnotified = revision > 0, error = $3, runner_id = null, updated_at = now()
       where ${IN_PROGRESS} and id = $1 and lease_epoch = $2 and status = 'pending' returning id, organization_id, account_id)
     insert into dead_letter (organization_id, account_id, kind, execution_id, reason)
     select organization_id, account_id, 'execution', id, $3 from ended`,
    [executionId, leaseEpoch, reason],
  );
  return rowCount === 1;
}
