import type pg from "pg";
import { type Page, type PageRequest, pageOf } from "#server/page.ts";
import { column, rowInputs } from "../database/column.ts";
import type { Scope } from "../database/scope.ts";

export type Direction = "download" | "upload";
export type BulkStatus = "CREATED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";

export type BulkJob = {
  id: string;
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
  segments: number;
  bytes: number;
  columns: string[];
  message: string | null;
  folder: string;
  fileKey: string;
  callbackUrl: string | null;
  failures: number;
  createdAt: Date;
  endedAt: Date | null;
  filesDeletedAt: Date | null;
};

export const BULK_COLUMNS = `id::text, organization_id as "organizationId", account_id as "accountId", user_id as "userId",
  element_instance_id as "elementInstanceId", direction, object_name as "objectName", version, format, status, criteria,
  next_page as "nextPage", records_count as "recordsCount", records_failed as "recordsFailed", segments, bytes::float8 as bytes,
  columns, message, folder, file_key as "fileKey", callback_url as "callbackUrl", failures, created_at as "createdAt",
  ended_at as "endedAt", files_deleted_at as "filesDeletedAt"`;

export type NewBulkJob = Pick<
  BulkJob,
  "organizationId" | "accountId" | "userId" | "elementInstanceId" | "direction" | "objectName" | "version" | "format"
> &
  Pick<BulkJob, "criteria" | "folder" | "fileKey" | "callbackUrl"> & {
    /** The names of the parts of an uploaded file. */
    parts?: readonly string[];
    bytes?: number;
  };

/** The notification channel for new jobs. */
export const BULK_READY = "bulk_ready";

const PARTS = rowInputs<{ part: { name: string } }>(
  { part: { n: column.int((_, index) => index), name: column.text((part) => part.name) } },
  { parametersBefore: 14 },
);

/** Writes a job with the parts of its file, if it has one, and returns its id. */
export async function insert(pool: pg.Pool, job: NewBulkJob): Promise<string> {
  const { parts = [], bytes = 0 } = job;
  const { rows } = await pool.query<{ id: string }>(
    `with job as (
       insert into bulk_job (organization_id, account_id, user_id, element_instance_id, direction, object_name, version, format,
         criteria, folder, file_key, callback_url, segments, bytes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id, organization_id
     ), parts as (
       insert into bulk_segment (job_id, organization_id, n, name)
       select job.id, job.organization_id, part.n, part.name
       from job, ${PARTS.rows("part")}
     )
     select id::text, pg_notify('${BULK_READY}', '') from job`,
    [
      ...[job.organizationId, job.accountId, job.userId, job.elementInstanceId, job.direction, job.objectName],
      ...[job.version, job.format, JSON.stringify(job.criteria), job.folder, job.fileKey, job.callbackUrl],
      ...[parts.length, bytes, ...PARTS.parameters({ part: parts.map((name) => ({ name })) })],
    ],
  );
  return rows[0]?.id ?? "";
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

/** Lists jobs, newest first. */
export async function list(
  pool: pg.Pool,
  { organizationId, accountId }: Scope,
  page: PageRequest,
  jobId?: string,
): Promise<Page<BulkJob>> {
  const where = `organization_id = $1 and ($2::int[] is null or account_id = any($2)) and ($3::bigint is null or id = $3)`;
  const values = [organizationId, accountId?.in ?? null, jobId ?? null];
  const [{ rows }, counted] = await Promise.all([
    pool.query<BulkJob>(
      `select ${BULK_COLUMNS} from bulk_job where ${where} and ($4::bigint is null or id < $4) order by bulk_job.id desc limit $5`,
      [...values, page.after ?? null, page.size + 1],
    ),
    pool.query<{ count: number }>(`select count(*)::int as count from bulk_job where ${where}`, values),
  ]);
  return pageOf(rows, counted.rows[0]?.count ?? 0, page, ({ id }) => id);
}

/** Cancels a job that has not ended; its worker loses the lease. Returns whether it was cancelled. */
export async function cancel(pool: pg.Pool, { organizationId, elementInstanceId, jobId }: OfInstance) {
  const { rowCount } = await pool.query(
    `update bulk_job set status = 'CANCELLED', lease_owner = null, lease_until = null, ended_at = now(), updated_at = now(),
       message = 'The bulk job was canceled.'
     where id = $1 and organization_id = $2 and element_instance_id = $3 and status in ('CREATED', 'RUNNING')`,
    [jobId, organizationId, elementInstanceId],
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
  { size, after, skip = 0 }: PageRequest & { skip?: number },
): Promise<Page<BulkError>> {
  const of = [id, organizationId];
  const [{ rows }, counted] = await Promise.all([
    pool.query<BulkError>(
      `select row, status, message from bulk_error where job_id = $1 and organization_id = $2
         and ($3::int is null or row > $3) order by row limit $4 offset $5`,
      [...of, after ?? null, size + 1, skip],
    ),
    pool.query<{ count: number }>(
      "select count(*)::int as count from bulk_error where job_id = $1 and organization_id = $2",
      of,
    ),
  ]);
  return pageOf(rows, counted.rows[0]?.count ?? 0, { size, after }, ({ row }) => row);
}

/** Jobs whose files are to be deleted: those that ended before a date, up to `limit`. */
export async function listExpired(pool: pg.Pool, before: Date, limit: number): Promise<BulkJob[]> {
  const { rows } = await pool.query<BulkJob>(
    `select ${BULK_COLUMNS} from bulk_job where ended_at < $1 and files_deleted_at is null order by bulk_job.id limit $2`,
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
