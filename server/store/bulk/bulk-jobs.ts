import type pg from "pg";
import type { BulkStatus, Direction } from "#server/element/bulk/bulk-job-kinds.ts";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { column, rowInputs } from "../database/column.ts";
import { countRows } from "../database/count-rows.ts";
import type { Scope } from "../database/scope.ts";

export type BulkJob = {
  id: string;
  /** The workflow that it is part of, or the scheduled workflow that started it. */
  parentId: string | null;
  /** The schedule that starts the runs of a scheduled workflow. */
  scheduleId: string | null;
  organizationId: number;
  accountId: number;
  userId: number;
  elementInstanceId: number;
  direction: Direction;
  objectName: string;
  version: number;
  format: string;
  status: BulkStatus;
  criteria: Record<string, unknown>;
  nextPage: string | null;
  recordsCount: number;
  recordsFailed: number;
  /** The approximate number of rows, if known. */
  recordsExpected: number | null;
  segments: number;
  bytes: number;
  columns: string[];
  message: string | null;
  folder: string;
  fileKey: string;
  /** As it is shown; `callbackOf` returns it with its credentials. */
  callbackUrl: string | null;
  callbackSealed: string | null;
  failures: number;
  /** When a worker may continue it. */
  dueAt: Date;
  createdAt: Date;
  endedAt: Date | null;
  filesDeletedAt: Date | null;
};

/** A scheduled workflow ends when its schedule is deleted, by anyone. */
const STATUS = "case when status = 'SCHEDULED' and schedule_id is null then 'CANCELLED' else status end";

export const BULK_COLUMNS = `id::text, parent_id::text as "parentId", schedule_id as "scheduleId", organization_id as "organizationId", account_id as "accountId", user_id as "userId",
  element_instance_id as "elementInstanceId", direction, object_name as "objectName", version, format, ${STATUS} as status, criteria,
  next_page as "nextPage", records_count as "recordsCount", records_failed as "recordsFailed", records_expected as "recordsExpected", segments, bytes::float8 as bytes,
  columns, message, folder, file_key as "fileKey", callback_url as "callbackUrl", callback_sealed as "callbackSealed", failures, due_at as "dueAt", created_at as "createdAt",
  ended_at as "endedAt", files_deleted_at as "filesDeletedAt"`;

export type NewBulkJob = Pick<
  BulkJob,
  "organizationId" | "accountId" | "userId" | "elementInstanceId" | "direction" | "objectName" | "version" | "format"
> &
  Pick<BulkJob, "criteria" | "folder" | "fileKey" | "callbackUrl" | "callbackSealed"> & {
    /** The names of the parts of an uploaded file. */
    parts?: readonly string[];
    bytes?: number;
    parentId?: string;
    recordsExpected?: number | undefined;
  };

/** The notification channel for new jobs. */
export const BULK_READY = "bulk_ready";

const PARTS = rowInputs<{ part: { name: string } }>(
  { part: { n: column.int((_, index) => index), name: column.text((part) => part.name) } },
  { parametersBefore: 18 },
);

/** Writes a job with the parts of its file, if it has one, and returns its id. */
export const insert = (client: pg.Pool | pg.ClientBase, job: NewBulkJob): Promise<string> =>
  insertAs(client, job, "CREATED");

/** Writes a workflow that stays inactive until it is scheduled (`schedule`), and returns its id. */
export const insertPlan = (client: pg.Pool, job: NewBulkJob): Promise<string> => insertAs(client, job, "SCHEDULED");

async function insertAs(client: pg.Pool | pg.ClientBase, job: NewBulkJob, status: BulkStatus): Promise<string> {
  const { parts = [], bytes = 0, parentId = null, recordsExpected = null } = job;
  const { rows } = await client.query<{ id: string }>(
    `with job as (
       insert into bulk_job (organization_id, account_id, user_id, element_instance_id, direction, object_name, version, format,
         criteria, folder, file_key, callback_url, segments, bytes, parent_id, records_expected, status, callback_sealed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id, organization_id
     ), parts as (
       insert into bulk_segment (job_id, organization_id, n, name)
       select job.id, job.organization_id, part.n, part.name
       from job, ${PARTS.rows("part")}
     )
     select id::text, pg_notify('${BULK_READY}', '') from job`,
    [
      ...[job.organizationId, job.accountId, job.userId, job.elementInstanceId, job.direction, job.objectName],
      ...[job.version, job.format, JSON.stringify(job.criteria), job.folder, job.fileKey, job.callbackUrl],
      ...[parts.length, bytes, parentId, recordsExpected, status, job.callbackSealed],
      ...PARTS.parameters({ part: parts.map((name) => ({ name })) }),
    ],
  );
  return rows[0]?.id ?? "";
}

/** Deletes a planned workflow that could not be scheduled. */
export async function removePlan(
  pool: pg.Pool,
  { organizationId, id }: Pick<BulkJob, "organizationId" | "id">,
): Promise<void> {
  await pool.query(
    "delete from bulk_job where id = $1 and organization_id = $2 and status = 'SCHEDULED' and schedule_id is null",
    [id, organizationId],
  );
}

/** Connects a planned workflow with the schedule that starts its runs. */
export async function schedule(
  pool: pg.Pool,
  { organizationId, id, scheduleId }: Pick<BulkJob, "organizationId" | "id"> & { scheduleId: string },
): Promise<void> {
  await pool.query("update bulk_job set schedule_id = $3 where id = $1 and organization_id = $2", [
    id,
    organizationId,
    scheduleId,
  ]);
}

type OfInstance = { organizationId: number; elementInstanceId: number; jobId: string };

/** Finds a job of an element instance. */
export async function find(pool: pg.Pool, { organizationId, elementInstanceId, jobId }: OfInstance) {
  const { rows } = await pool.query<BulkJob>(
    `select ${BULK_COLUMNS} from bulk_job where id = $1 and organization_id = $2 and element_instance_id = $3`,
    [jobId, organizationId, elementInstanceId],
  );
  return rows[0] ?? null;
}

const IN_SCOPE = "organization_id = $1 and ($2::int[] is null or account_id = any($2))";
const inScope = ({ organizationId, accountId }: Scope) => [organizationId, accountId?.in ?? null];

/** Finds a job that a scope sees. */
export async function findInScope(pool: pg.Pool, scope: Scope, jobId: string): Promise<BulkJob | null> {
  const { rows } = await pool.query<BulkJob>(`select ${BULK_COLUMNS} from bulk_job where ${IN_SCOPE} and id = $3`, [
    ...inScope(scope),
    jobId,
  ]);
  return rows[0] ?? null;
}

export type BulkJobFilter = {
  /** This job, and the runs of it if it is a scheduled workflow. */
  jobId?: string | undefined;
  parentId?: string | undefined;
  statuses?: readonly BulkStatus[] | undefined;
  directions?: readonly Direction[] | undefined;
  elementInstanceId?: number | undefined;
};

/** Lists jobs, newest first. */
export async function list(
  pool: pg.Pool,
  scope: Scope,
  page: PageRequest,
  { jobId, parentId, statuses, directions, elementInstanceId }: BulkJobFilter = {},
): Promise<Page<BulkJob>> {
  const where = `${IN_SCOPE} and ($3::bigint is null or id = $3 or parent_id = $3) and ($4::bigint is null or parent_id = $4)
    and ($5::text[] is null or ${STATUS} = any($5)) and ($6::text[] is null or direction = any($6))
    and ($7::int is null or element_instance_id = $7)`;
  const filter = [jobId ?? null, parentId ?? null, statuses ?? null, directions ?? null, elementInstanceId ?? null];
  const values = [...inScope(scope), ...filter];
  const [{ rows }, counted] = await Promise.all([
    pool.query<BulkJob>(
      `select ${BULK_COLUMNS} from bulk_job where ${where} and ($8::bigint is null or id < $8) order by bulk_job.id desc limit $9`,
      [...values, page.after ?? null, page.size + 1],
    ),
    countRows(pool, `select from bulk_job where ${where}`, values),
  ]);
  return pageOf(rows, counted, page, ({ id }) => id);
}

/** Cancels a job that has not ended, with its parts; their workers lose the leases. */
export async function cancel(
  client: pg.ClientBase,
  { organizationId, id }: Pick<BulkJob, "organizationId" | "id">,
  message: string,
): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `with recursive whole as (
         select id from bulk_job where id = $1 and organization_id = $2
         union all
         select part.id from bulk_job part join whole on part.parent_id = whole.id where part.organization_id = $2
       )
       update bulk_job set status = 'CANCELLED', lease_owner = null, lease_until = null, ended_at = now(), updated_at = now(),
         message = $3
       where id in (select id from whole) and organization_id = $2 and status in ('SCHEDULED', 'CREATED', 'RUNNING')`,
      [id, organizationId, message],
    );
    // A workflow may have started a part while this statement waited for it.
    if (rowCount === 0) return;
  }
}

/** Finds the newest run of a scheduled workflow, and the start of the newest completed one. */
export async function findLastRuns(
  client: pg.ClientBase,
  { organizationId, id }: Pick<BulkJob, "organizationId" | "id">,
): Promise<{ isUnderWay: boolean; completedAt: Date | null }> {
  const { rows } = await client.query<{ isUnderWay: boolean; completedAt: Date | null }>(
    `select coalesce(bool_or(ended_at is null), false) as "isUnderWay",
       max(created_at) filter (where status = 'COMPLETED') as "completedAt"
     from bulk_job where parent_id = $1 and organization_id = $2`,
    [id, organizationId],
  );
  return rows[0] ?? { isUnderWay: false, completedAt: null };
}

/** Locks a scheduled workflow until the transaction ends; false if it is not scheduled any more. */
export async function lockScheduled(
  client: pg.ClientBase,
  { organizationId, id }: Pick<BulkJob, "organizationId" | "id">,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from bulk_job where id = $1 and organization_id = $2 and status = 'SCHEDULED' and schedule_id is not null
     for update`,
    [id, organizationId],
  );
  return rowCount === 1;
}

/** The names of the parts of a job's file, in order. */
export async function listParts(pool: pg.Pool, { organizationId, id }: Pick<BulkJob, "organizationId" | "id">) {
  const { rows } = await pool.query<{ name: string }>(
    "select name from bulk_segment where job_id = $1 and organization_id = $2 order by n",
    [id, organizationId],
  );
  return rows.map(({ name }) => name);
}

export type BulkError = { row: number; status: number | null; message: string };

/** Lists the refused rows of a job in their order. */
export async function listErrors(
  pool: pg.Pool,
  { organizationId, id }: Pick<BulkJob, "organizationId" | "id">,
  { skip = 0, ...page }: PageRequest & { skip?: number },
): Promise<Page<BulkError>> {
  const of = [id, organizationId];
  const [{ rows }, counted] = await Promise.all([
    pool.query<BulkError>(
      `select row, status, message from bulk_error where job_id = $1 and organization_id = $2
         and ($3::int is null or row > $3) order by row limit $4 offset $5`,
      [...of, page.after ?? null, page.size + 1, skip],
    ),
    countRows(pool, "select from bulk_error where job_id = $1 and organization_id = $2", of),
  ]);
  return pageOf(rows, counted, page, ({ row }) => row);
}

/**
 * Jobs whose files are to be deleted: those that ended before a date, up to `limit`, unless they are part of a workflow
 * in progress, which may still need them.
 */
export async function listExpired(pool: pg.Pool, before: Date, limit: number): Promise<BulkJob[]> {
  const { rows } = await pool.query<BulkJob>(
    `select ${BULK_COLUMNS} from bulk_job where ended_at < $1 and files_deleted_at is null and not exists (
       select from bulk_job workflow where workflow.id = bulk_job.parent_id and workflow.status in ('CREATED', 'RUNNING'))
     order by bulk_job.id limit $2`,
    [before, limit],
  );
  return rows;
}

/** Records that the files of a job were deleted. */
export async function markDeleted(pool: pg.Pool, { organizationId, id }: Pick<BulkJob, "organizationId" | "id">) {
  await pool.query(
    `with parts as (delete from bulk_segment where job_id = $1 and organization_id = $2)
     update bulk_job set files_deleted_at = now() where id = $1 and organization_id = $2`,
    [id, organizationId],
  );
}
