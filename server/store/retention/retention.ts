import type pg from "pg";
import { EXECUTION_STATUSES, isFinal } from "#server/formula/execution-status.ts";

const BATCH = 1000;

/**
 * Deletes executions that ended before a date, in batches, so that no lock is held for long. Returns the number of
 * deleted executions.
 */
export async function deleteExecutions(pool: pg.Pool, before: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(
      `with old as (
         delete from execution where id in (select id from execution where created_at < $1
           and status = any($3) limit $2) returning id)
       , steps as (delete from step_execution where execution_id in (select id from old))
       select id from old`,
      [before, BATCH, EXECUTION_STATUSES.filter(isFinal)],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return deleted;
  }
}

/** Deletes events, with their starts and deduplication keys. */
export async function deleteEvents(
  pool: pg.Pool,
  { before, arrivedBefore }: { before: Date; arrivedBefore: Date },
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rowCount } = await pool.query(
      `with old as (delete from event where id in (
           select id from event where created_at < $1 and status <> 'NEW' order by id limit $2) returning id)
       , starts as (delete from event_start where event_id in (select id from old))
       select id from old`,
      [before, BATCH],
    );
    isMore = rowCount === BATCH;
  }
  await pool.query("delete from event_arrival where created_at < $1", [arrivedBefore]);
}

/** Deletes usage records and exchanges with providers from before a date, in batches. Returns the number of deleted records. */
export async function deleteUsage(pool: pg.Pool, before: Date): Promise<number> {
  await pool.query("delete from api_tally where minute < $1", [before]);
  await pool.query("delete from provider_exchange where created_at < $1", [before]);
  for (let deleted = 0; ; ) {
    const { rowCount } = await pool.query(
      "delete from usage where request_id in (select request_id from usage where created_at < $1 limit $2)",
      [before, BATCH],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) return deleted;
  }
}

/** Deletes audit entries from before a date, in batches. The retention period is the same for all organizations. */
export async function deleteAudit(pool: pg.Pool, before: Date): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { rowCount } = await pool.query(
      "delete from audit_entry where id in (select id from audit_entry where created_at < $1 limit $2)",
      [before, BATCH],
    );
    isMore = rowCount === BATCH;
  }
}

/**
 * Deletes expired notifications, job runs, idempotent responses, dead letters, sessions, connect sessions, webhook captures, password
 * attempts, proofs of definitions that were never published, and revisions that neither a formula nor an execution needs.
 */
export async function deleteRest(
  pool: pg.Pool,
  { before, idempotentBefore, now }: { before: Date; idempotentBefore: Date; now: Date },
) {
  await pool.query("delete from notification where created_at < $1", [before]);
  await pool.query("delete from job_run where created_at < $1 and state in ('success', 'failed')", [before]);
  await pool.query(
    `delete from bulk_job where created_at < $1
       and (files_deleted_at is not null or (status = 'SCHEDULED' and schedule_id is null))`,
    [before],
  );
  await pool.query("delete from idempotent_request where created_at < $1", [idempotentBefore]);
  await pool.query("delete from dead_letter where created_at < $1", [before]);
  await pool.query("delete from session where expires_at < $1", [now]);
  await pool.query("delete from connect_session where expires_at < $1", [before]);
  await pool.query("delete from webhook_capture where expires_at < $1", [now]);
  await pool.query("delete from password_attempt where window_start < $1", [idempotentBefore]);
  await pool.query("delete from element_proof where created_at < $1 and not published", [before]);
  await pool.query(
    `delete from formula_revision r where r.created_at < $1
       and (r.revision < 0 or not exists (select from formula f where f.id = r.formula_id))
       and not exists (select from execution e where e.formula_id = r.formula_id and e.revision = r.revision)`,
    [before],
  );
}
