import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { BulkStatus } from "#server/element/bulk/bulk-job-kinds.ts";
import { column, rowInputs } from "../database/column.ts";
import { BULK_COLUMNS, type BulkError, type BulkJob } from "./bulk-jobs.ts";

/** A job that this process works on. The ticket distinguishes this claim from later ones. */
export type ClaimedBulkJob = { organizationId: number; id: string; ticket: string };

/** The job was cancelled, or another process took it over. */
export class BulkJobLost extends Error {
  constructor({ id }: ClaimedBulkJob) {
    super(`Bulk job ${id} was canceled or is worked on by another process.`);
  }
}

type Claiming = {
  limit: number;
  perOrganization: number;
  /** The number of jobs of each organization in progress in this process. */
  underWay: ReadonlyMap<number, number>;
  leaseMs: number;
};

const open = (job: string) =>
  `${job}.status in ('CREATED', 'RUNNING') and ${job}.due_at <= now() and (${job}.lease_until is null or ${job}.lease_until <= now())`;

/** Claims due jobs, those whose worker died included: organizations in turn, the longest waiting first. */
export async function claim(
  pool: pg.Pool,
  { limit, perOrganization, underWay, leaseMs }: Claiming,
): Promise<ClaimedBulkJob[]> {
  const { rows } = await pool.query<ClaimedBulkJob>({
    name: "bulk_claim",
    text: `
with waiting as (
  select id, due_at, row_number() over (partition by organization_id order by due_at, id)
    + coalesce((select busy.count from unnest($3::int[], $4::int[]) as busy(organization, count)
        where busy.organization = organization_id), 0) as turn
  from (select id, due_at, organization_id from bulk_job b where ${open("b")} order by due_at limit 1000) due
), chosen as (
  select j.id from bulk_job j join waiting w on w.id = j.id
  where ${open("j")}
    and w.turn <= $2 order by w.turn, w.due_at limit $1 for update of j skip locked
)
update bulk_job set status = 'RUNNING', lease_owner = $5, lease_until = now() + $6 * interval '1 millisecond', updated_at = now()
where id in (select id from chosen)
returning id::text, organization_id as "organizationId", lease_owner as ticket`,
    values: [limit, perOrganization, [...underWay.keys()], [...underWay.values()], randomUUID(), leaseMs],
  });
  return rows;
}

const HELD = "id = $1 and organization_id = $2 and lease_owner = $3 and status = 'RUNNING'";
const heldBy = ({ id, organizationId, ticket }: ClaimedBulkJob) => [id, organizationId, ticket];

/** Extends the lease; false if the job was cancelled or taken over. */
export async function hold(pool: pg.Pool, claimed: ClaimedBulkJob, leaseMs: number): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "bulk_hold",
    text: `update bulk_job set lease_until = now() + $4 * interval '1 millisecond' where ${HELD}`,
    values: [...heldBy(claimed), leaseMs],
  });
  return rowCount === 1;
}

/** The progress of a job since it was last saved. */
type Progress = {
  /** The part of the file that was written. */
  part?: { name: string; bytes: number; rows: number };
  columns?: readonly string[];
  nextPage?: string | null;
  /** The numbers of rows of an upload that were written and refused. */
  written?: number;
  /** How many rows there are in all, once that is known. */
  expected?: number | undefined;
  refused?: readonly BulkError[];
  /** The number of rows that parts of a workflow recorded as refused. */
  refusedInParts?: number;
};

const REFUSED = rowInputs<{ error: BulkError }>(
  {
    error: {
      row: column.int((error) => error.row),
      status: column.int((error) => error.status),
      message: column.text((error) => storable(error.message)),
    },
  },
  { parametersBefore: 11 },
);

/** Saves progress together with the position after it. Throws BulkJobLost without the lease. */
export async function save(
  client: pg.Pool | pg.ClientBase,
  claimed: ClaimedBulkJob,
  progress: Progress,
): Promise<void> {
  const { part, columns = null, nextPage, written = 0, expected = null, refused = [], refusedInParts = 0 } = progress;
  const { rowCount } = await client.query({
    name: "bulk_save",
    text: `
with held as (
  update bulk_job set segments = segments + case when $4::text is null then 0 else 1 end, bytes = bytes + $5::bigint,
    records_count = records_count + $6::int, columns = coalesce($7::text[], columns),
    next_page = case when $8 then $9::text else next_page end, records_expected = coalesce($10::int, records_expected), records_failed = records_failed + $11::int + cardinality(${REFUSED.array("error", "row")}),
    failures = 0, message = null, updated_at = now()
  where ${HELD} returning id, organization_id, segments
), part as (
  insert into bulk_segment (job_id, organization_id, n, name)
  select id, organization_id, segments - 1, $4 from held where $4::text is not null
), refused as (
  insert into bulk_error (job_id, organization_id, row, status, message)
  select id, organization_id, error.row, error.status, error.message
  from held, ${REFUSED.rows("error")}
  on conflict do nothing
)
select from held`,
    values: [
      ...heldBy(claimed),
      ...[part?.name ?? null, part?.bytes ?? 0, (part?.rows ?? 0) + written, columns],
      ...[nextPage !== undefined, nextPage ?? null, expected, refusedInParts],
      ...REFUSED.parameters({ error: refused }),
    ],
  });
  if (rowCount !== 1) throw new BulkJobLost(claimed);
}

/** Ends a job. Throws BulkJobLost without the lease. */
export async function end(
  client: pg.Pool | pg.ClientBase,
  claimed: ClaimedBulkJob,
  { status, message }: { status: BulkStatus; message: string | null },
): Promise<void> {
  const { rowCount } = await client.query(
    `update bulk_job set status = $4, message = $5, lease_owner = null, lease_until = null, ended_at = now(), updated_at = now()
     where ${HELD}`,
    [...heldBy(claimed), status, message && storable(message)],
  );
  if (rowCount !== 1) throw new BulkJobLost(claimed);
}

/** Releases a job, which continues after `inMs`. */
export async function release(
  pool: pg.Pool,
  claimed: ClaimedBulkJob,
  { inMs, failed = false, message }: { inMs: number; failed?: boolean; message?: string },
): Promise<void> {
  await pool.query(
    `update bulk_job set lease_owner = null, lease_until = null, due_at = now() + $4 * interval '1 millisecond',
       failures = failures + case when $5 then 1 else 0 end, message = coalesce($6, message), updated_at = now()
     where ${HELD}`,
    [...heldBy(claimed), inMs, failed, message === undefined ? null : storable(message)],
  );
}

/** Finds a claimed job; null if it was cancelled or taken over. */
export async function findClaimed(pool: pg.Pool, claimed: ClaimedBulkJob): Promise<BulkJob | null> {
  const { rows } = await pool.query<BulkJob>(`select ${BULK_COLUMNS} from bulk_job where ${HELD}`, heldBy(claimed));
  return rows[0] ?? null;
}

const LONGEST_MESSAGE = 2000;

/** The column cannot store U+0000. */
const storable = (text: string) => text.slice(0, LONGEST_MESSAGE).replaceAll("\0", "\ufffd").toWellFormed();
