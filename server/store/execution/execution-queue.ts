import type pg from "pg";
import { whichMayBecome } from "#server/formula/execution-status.ts";
import { distinctValues } from "../database/distinct-values.ts";
import { listed } from "../database/listed.ts";
import { repeating } from "../database/repeat-moved.ts";
import { IN_PROGRESS } from "./execution-places.ts";

/**
 * Starts retries that are due: the execution waits for a worker again. If the formula or its instance is inactive, its
 * retries wait until it is active again.
 */
export async function wakeRetries(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ formula_instance_id: number; single_threaded: boolean }>(`
with due as (select e.id from execution e where ${IN_PROGRESS} and e.status = 'retry' and e.retry_at <= now()
  and (select i.active and f.active from formula_instance i join formula f on f.id = i.formula_id
    where i.id = e.formula_instance_id)
  order by e.retry_at limit 200 for update skip locked),
woken as (
  update execution e set status = case when single_threaded then 'queued' else 'pending' end, retry_at = null, updated_at = now()
  from due where ${IN_PROGRESS} and e.id = due.id returning e.formula_instance_id, e.single_threaded
), announced as (select pg_notify('execution_waiting', '') from woken limit 1)
select woken.* from woken left join announced on true`);
  return rows.filter((row) => row.single_threaded).map((row) => row.formula_instance_id);
}

/** Makes a scheduled retry due immediately; false if no retry is scheduled. */
export async function hastenRetry(
  pool: pg.Pool,
  { organizationId, executionId }: { organizationId: number; executionId: number },
): Promise<boolean> {
  const { rowCount } = await repeating(pool).query(
    `update execution set retry_at = now() where ${IN_PROGRESS} and id = $1 and organization_id = $2 and status = 'retry'`,
    [executionId, organizationId],
  );
  return rowCount === 1;
}

/**
 * Promotes the oldest queued execution of a single-threaded formula instance, unless one is in progress. Concurrent
 * calls are safe, because the instance is locked.
 */
export async function promoteQueued(pool: pg.Pool, formulaInstanceId: number): Promise<void> {
  await repeating(pool).query(
    `with lock as materialized (select pg_advisory_xact_lock(7301, $1)), promoted as (
       update execution set status = 'pending', updated_at = now()
       where ${IN_PROGRESS} and status = 'queued'
         and id = (select e.id from execution e, lock where ${IN_PROGRESS} and e.formula_instance_id = $1 and e.status = 'queued'
           order by e.created_at, e.id limit 1)
         and not exists (select from execution p
           where ${IN_PROGRESS} and p.formula_instance_id = $1 and p.status = 'pending' and p.single_threaded)
       returning id)
     select pg_notify('execution_waiting', '') from promoted`,
    [formulaInstanceId],
  );
}

/**
 * Finds formula instances with queued executions and none in progress, as after a crash between the end of an execution
 * and the next promotion. Goes from instance to instance, however many executions each of them has queued.
 */
export async function findStalledQueues(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with recursive ${instancesWith("instance", "queued")}
     select id from instance where id is not null and not exists (select from execution p
       where ${IN_PROGRESS} and p.formula_instance_id = instance.id and p.status = 'pending' and p.single_threaded) limit 100`,
  );
  return rows.map(({ id }) => id);
}

const instancesWith = (name: string, status: "queued" | "retry") =>
  distinctValues({
    name,
    table: "execution",
    column: "formula_instance_id",
    where: `${IN_PROGRESS} and status = '${status}'`,
  });

/**
 * Ends a running, waiting or retrying execution as cancelled, with `onlyRetry` only one that waits for its retry; null
 * if it has another status now. Its holder is notified.
 */
export async function cancel(
  pool: pg.Pool,
  {
    organizationId,
    executionId,
    onlyRetry = false,
  }: { organizationId: number; executionId: number; onlyRetry?: boolean },
) {
  const { rows } = await repeating(pool).query<{ formula_instance_id: number; single_threaded: boolean }>(
    `with ended as (
       update execution set status = 'cancelled', record = id, retry_at = null, runner_id = null, lease_epoch = lease_epoch + 1, updated_at = now()
       where ${IN_PROGRESS} and id = $1 and organization_id = $2 and status in (${listed(whichMayBecome("cancelled"))})
         and (not $3 or status = 'retry')
       returning id, formula_instance_id, single_threaded)
     select ended.*, pg_notify('execution_cancelled', id::text) from ended`,
    [executionId, organizationId, onlyRetry],
  );
  return rows[0] ? { formulaInstanceId: rows[0].formula_instance_id, singleThreaded: rows[0].single_threaded } : null;
}

const WAITING_ORGANIZATIONS = distinctValues({
  ...{ name: "organization", table: "execution", column: "organization_id" },
  where: `${IN_PROGRESS} and status = 'pending' and runner_id is null`,
});

/** How many executions of each organization, or formula instance, are read and cancelled at once. */
const CHECKED = 20;

/** As a value, it is looked up for each row; `not exists` would read all formula instances. */
const isDeleted = (instanceId: string) => `(select i.id from formula_instance i where i.id = ${instanceId}) is null`;

const orphansOf = (name: string, status: "queued" | "retry") => `
  select e.id from ${name} cross join lateral (
    select id, created_at from execution where ${IN_PROGRESS} and formula_instance_id = ${name}.id and status = '${status}' limit ${CHECKED}) e
  where e.created_at < now() - interval '2 seconds'
    and ${isDeleted(`${name}.id`)}`;

const ORPHANS = `
with recursive ${WAITING_ORGANIZATIONS}, ${instancesWith("queueing", "queued")}, ${instancesWith("retrying", "retry")},
orphan as (
  select e.id from organization o cross join lateral (
    select id, formula_instance_id, created_at from execution
    where ${IN_PROGRESS} and organization_id = o.id and status = 'pending' and runner_id is null
    order by created_at, id limit ${CHECKED}) e
  where e.created_at < now() - interval '2 seconds'
    and ${isDeleted("e.formula_instance_id")}
  union all ${orphansOf("queueing", "queued")}
  union all ${orphansOf("retrying", "retry")}
)
update execution set status = 'cancelled', record = id, retry_at = null, updated_at = now()
where ${IN_PROGRESS} and id = any(array(select id from orphan)) and status in (${listed(whichMayBecome("cancelled"))}) and runner_id is null`;

/**
 * Cancels executions that were accepted while their formula instance was being deleted. Of a long backlog only the
 * beginning is read: an orphan in it is cancelled when it would be claimed.
 */
export async function cancelOrphans(pool: pg.Pool): Promise<void> {
  for (let cancelled = 1; cancelled > 0; ) cancelled = (await repeating(pool).query(ORPHANS)).rowCount ?? 0;
}
