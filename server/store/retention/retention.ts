import type pg from "pg";
import { distinctValues } from "../database/distinct-values.ts";
import { IN_PROGRESS, IS_OVER, isAt } from "../execution/execution-places.ts";
import { BATCH, inBatches, oldestBy, oldestById } from "./old-rows.ts";
import {
  API_TALLIES,
  ATTEMPTS,
  AUDIT_ENTRIES,
  EVENTS,
  EXCHANGES,
  EXECUTIONS,
  hasEventsToKeep,
  type Partition,
  type PartitionedTable,
  REQUESTS,
  STEPS,
} from "./partitioned-tables.ts";
import { listOlder } from "./partitions.ts";

const executionsAmong = (among: string) =>
  oldestById({
    ...{ table: "execution", among, where: IS_OVER, parts: ["step_execution.execution_id"] },
    partsWhere:
      "not exists (select from unnest($3::bigint[], $4::bigint[]) as dropped(first, bound) where id >= first and id < bound)",
  });
/** Executions that earlier versions ended. */
const ENDED_BEFORE = executionsAmong(IN_PROGRESS);
const OLD_RECORDS = executionsAmong("record >= $5 and record < $6");

/** Rows from before a time are deleted, except those in partitions that are due before `dropped`. */
type Due = { before: Date; dropped: Date };

/** Deletes executions that ended, with their steps and causes. Returns the number of deleted executions. */
export async function deleteExecutions(pool: pg.Pool, { before, dropped }: Due): Promise<number> {
  const steps = await listOlder(pool, STEPS, dropped);
  const leftSteps = [steps.map(({ from }) => from), steps.map(({ to }) => to)];
  let deleted = await inBatches(pool, ENDED_BEFORE, [before], leftSteps);
  const end = await EXECUTIONS.scale.firstSince(pool, before);
  for (const { from, to } of rangesBeside(EXECUTIONS, await listOlder(pool, EXECUTIONS, dropped), end))
    deleted += await inBatches(pool, OLD_RECORDS, [before], [...leftSteps, from, to]);
  await deleteCauses(pool, end);
  return deleted;
}

/** How many causes are deleted at once: their rows are short. */
const MOST_CAUSES = 4000;

/** Deletes the causes of executions below an id. One that is in progress still refuses its own. */
async function deleteCauses(pool: pg.Pool, end: number): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rowCount } = await pool.query(
      `delete from execution_cause where execution_id < $1 and execution_id <= (select max(execution_id) from (
         select execution_id from execution_cause where execution_id < $1 order by execution_id limit ${MOST_CAUSES}) oldest)`,
      [end],
    );
    isMore = (rowCount ?? 0) >= MOST_CAUSES;
  }
}

/** Deletes, in batches, the steps of executions that were deleted, from partitions that only executions in progress keep. */
export async function deleteLeftSteps(pool: pg.Pool, before: Date): Promise<void> {
  for (const range of await listOlder(pool, STEPS, before))
    await throughRange(
      pool,
      range,
      `with batch as (
         select execution_id from step_execution where execution_id >= $1 and execution_id < $2 order by execution_id limit ${BATCH}
       ), gone as (
         delete from step_execution where execution_id = any(array(
           select distinct b.execution_id from batch b where (select e.id from execution e where e.id = b.execution_id and ${isAt("b.execution_id")}) is null))
       )
       select (max(execution_id) + 1)::text as next from batch having count(*) = ${BATCH}`,
    );
}

/** Runs a statement from the beginning of a range, `$1`, to its end, `$2`, beginning again where it says that the next batch does. */
async function throughRange(pool: pg.Pool, { from, to }: Range, statement: string): Promise<void> {
  for (let next: string | null = String(from); next !== null; ) {
    const { rows }: pg.QueryResult<{ next: string | null }> = await pool.query(statement, [next, to]);
    next = rows[0]?.next ?? null;
  }
}
type Range = Pick<Partition, "from" | "to">;

const OLD_EVENTS = oldestById({
  ...{ table: "event", among: "id >= $3 and id < $4", where: "status <> 'NEW'" },
  ...{ parts: ["event_start.event_id"], partsAmong: "event_id >= $3 and event_id < $4" },
});

/** Deletes events, with their starts and deduplication keys. */
export async function deleteEvents(
  pool: pg.Pool,
  { before, dropped, arrivedBefore }: Due & { arrivedBefore: Date },
): Promise<void> {
  const older = await listOlder(pool, EVENTS, dropped);
  // An event that is not read yet may keep its partition for long, but no others in it.
  const areKept = await Promise.all(older.map(({ name }) => hasEventsToKeep(pool, name, dropped)));
  const left = older.filter((_, n) => !areKept[n]);
  for (const { from, to } of rangesBeside(EVENTS, left, await EVENTS.scale.firstSince(pool, before)))
    await inBatches(pool, OLD_EVENTS, [before], [from, to]);
  await inBatches(pool, oldestBy({ table: "event_arrival", key: ["organization_id", "element_instance_id", "key"] }), [
    arrivedBefore,
  ]);
}

const OLD_REQUESTS = oldestBy({ table: "usage", key: ["request_id"], where: "organization_id = $3" });

/** Deletes usage records, exchanges with providers and counts of API requests. Returns the number of deleted records. */
export async function deleteUsage(pool: pg.Pool, due: Due): Promise<number> {
  for (const { from, to } of await timesBeside(pool, API_TALLIES, due))
    await pool.query(
      `with recursive ${distinctValues({ name: "organization", table: "api_tally", column: "organization_id" })}
       delete from api_tally t using organization o where t.organization_id = o.id and t.minute >= $1 and t.minute < $2`,
      [from, to],
    );
  let deleted = 0;
  for (const { from, to } of await timesBeside(pool, REQUESTS, due)) {
    const { rows: organizations } = await pool.query<{ id: number }>(
      `with recursive ${distinctValues({ name: "organization", table: "usage", column: "organization_id" })}
       select id from organization where id is not null`,
    );
    for (const { id } of organizations) deleted += await inBatches(pool, OLD_REQUESTS, [to, from.toISOString()], [id]);
  }
  // They have the time of their request.
  for (const { from, to } of await timesBeside(pool, EXCHANGES, due))
    await pool.query("delete from provider_exchange where created_at >= $1 and created_at < $2", [from, to]);
  return deleted;
}

/** The periods of rows that are not left to be dropped with their partition. */
async function timesBeside(pool: pg.Pool, table: PartitionedTable, { before, dropped }: Due) {
  const ranges = rangesBeside(table, await listOlder(pool, table, dropped), before.getTime());
  return ranges.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
}

/** The ranges between these partitions, up to an end. */
function rangesBeside({ first }: PartitionedTable, partitions: readonly Partition[], end: number) {
  const starts = [first, ...partitions.map(({ to }) => to)];
  const ends = [...partitions.map(({ from }) => from), end];
  return starts.flatMap((from, n) => {
    const to = Math.min(ends[n] ?? 0, end);
    return from < to ? [{ from, to }] : [];
  });
}

/** Deletes notifications, with their deliveries and the attempts of these. */
export async function deleteNotifications(pool: pg.Pool, { before, dropped }: Due): Promise<void> {
  // References delete the deliveries.
  await inBatches(pool, oldestById({ table: "notification" }), [before]);
  const end = await ATTEMPTS.scale.firstSince(pool, before);
  for (const range of rangesBeside(ATTEMPTS, await listOlder(pool, ATTEMPTS, dropped), end))
    await throughRange(
      pool,
      range,
      `with batch as (
         select delivery_id from delivery_attempt where delivery_id >= $1 and delivery_id < $2 order by delivery_id limit ${BATCH}
       ), gone as (
         delete from delivery_attempt where delivery_id >= $1 and delivery_id <= (select max(delivery_id) from batch)
       )
       select (max(delivery_id) + 1)::text as next from batch having count(*) = ${BATCH}`,
    );
}

const OLD_ENTRIES = oldestBy({ table: "audit_entry", key: ["organization_id", "id"] });

/** Deletes audit entries. Their retention period is the same for all organizations. */
export async function deleteAudit(pool: pg.Pool, due: Due): Promise<void> {
  for (const { from, to } of await timesBeside(pool, AUDIT_ENTRIES, due))
    await inBatches(pool, OLD_ENTRIES, [to, from.toISOString()]);
}

/**
 * Deletes expired job runs, idempotent responses, dead letters, sessions, connect sessions, invitations, webhook captures,
 * password attempts, proofs of definitions that were never published, and revisions that neither a formula nor an execution needs.
 */
export async function deleteRest(
  pool: pg.Pool,
  { before, idempotentBefore, now }: { before: Date; idempotentBefore: Date; now: Date },
) {
  await inBatches(pool, oldestById({ table: "job_run", where: "state in ('success', 'failed')" }), [before]);
  await inBatches(pool, oldestById({ table: "dead_letter" }), [before]);
  await inBatches(pool, oldestBy({ table: "idempotent_request", key: ["organization_id", "user_id", "key"] }), [
    idempotentBefore,
  ]);
  await pool.query(
    `delete from bulk_job where created_at < $1
       and (files_deleted_at is not null or (status = 'SCHEDULED' and schedule_id is null))`,
    [before],
  );
  await pool.query("delete from session where expires_at < $1", [now]);
  await pool.query("delete from connect_session where expires_at < $1", [before]);
  await pool.query("delete from invitation where expires_at < $1", [now]);
  await pool.query("delete from webhook_capture where expires_at < $1", [now]);
  await pool.query("delete from password_attempt where window_start < $1", [idempotentBefore]);
  await pool.query("delete from element_proof where created_at < $1 and not published", [before]);
  await deleteRevisions(pool, before);
}

/**
 * Deletes revisions of drafts that no execution ran, and of deleted formulas without executions. Revisions whose
 * organization is not known (0) are kept, since their executions are not found.
 */
async function deleteRevisions(pool: pg.Pool, before: Date): Promise<void> {
  await pool.query(
    `delete from formula_revision r where r.created_at < $1 and r.organization_id > 0 and r.revision < 0
       and not exists (select from execution e where e.organization_id = r.organization_id
         and e.formula_id = r.formula_id and e.revision = r.revision and e.revision < 0)`,
    [before],
  );
  await pool.query(
    `delete from formula_revision r where r.created_at < $1 and r.organization_id > 0
       and not exists (select from formula f where f.id = r.formula_id)
       and not exists (select from execution e where e.organization_id = r.organization_id and e.formula_id = r.formula_id)`,
    [before],
  );
}
