import type { App } from "#server/context.ts";
import { Failure } from "#server/errors.ts";
import type { BulkJob } from "#server/store/bulk/bulk-jobs.ts";
import * as bulkJobs from "#server/store/bulk/bulk-jobs.ts";
import { save } from "#server/store/bulk/bulk-leases.ts";
import { inTransaction } from "#server/store/database/transaction.ts";
import { forInstance, prepareBulkJob } from "../create-bulk-job.ts";
import type { OpenBulkJob, TurnEnd } from "../open-bulk-job.ts";
import { checkTransfer, type Transfer } from "./transfer.ts";

const PAUSE_MS = 500;

/** The position of a workflow: the current transfer, its jobs, and whether the rows of the last one are counted. */
type Position = { at: number; downloadId?: string; uploadId?: string; isCounted?: boolean };

/**
 * Runs one transfer after the other, each as a download and an upload of its file. A job is written together with the
 * position behind it, so that a crash starts none twice.
 */
export async function runWorkflow(app: App, open: OpenBulkJob): Promise<TurnEnd> {
  const { job, claimed } = open;
  const { pool } = app.db;
  const transfers = job.criteria.transfers as Transfer[];
  let position = JSON.parse(job.nextPage ?? '{"at":0}') as Position;
  for (;;) {
    open.signal.throwIfAborted();
    const transfer = transfers[position.at];
    if (!transfer) return "complete";
    const { downloadId, uploadId } = position;
    if (downloadId === undefined) {
      const id = await startPart(await download(open, transfer), (started) => ({ ...position, downloadId: started }));
      position = { ...position, downloadId: id };
      continue;
    }
    const part = await findPart(uploadId ?? downloadId);
    if (part.endedAt === null) return { againInMs: PAUSE_MS };
    if (part.status !== "COMPLETED") {
      const isLast = uploadId !== undefined || !transfer.into;
      if (isLast && !position.isCounted) await count(part, { ...position, isCounted: true });
      throw failedPart(part);
    }
    if (transfer.into && uploadId === undefined) {
      const uploaded = await upload(open, { into: transfer.into, from: part });
      const id = await startPart(uploaded, (started) => ({ ...position, uploadId: started }));
      position = { ...position, uploadId: id };
      continue;
    }
    position = { at: position.at + 1 };
    await count(part, position);
  }

  /** Adds the rows of a part together with the position behind it, so that a crash counts none twice. */
  function count({ recordsCount: written, recordsFailed: refusedInParts }: BulkJob, behind: Position): Promise<void> {
    return save(pool, claimed, { written, refusedInParts, nextPage: JSON.stringify(behind) });
  }

  function startPart(part: bulkJobs.NewBulkJob, positionBehind: (id: string) => Position): Promise<string> {
    return inTransaction(pool, async (client) => {
      const id = await bulkJobs.insert(client, { ...part, parentId: job.id });
      await save(client, claimed, { nextPage: JSON.stringify(positionBehind(id)) });
      return id;
    });
  }

  async function findPart(id: string): Promise<BulkJob> {
    const part = await bulkJobs.findInScope(pool, { organizationId: job.organizationId }, id);
    if (!part) throw new Failure("notFound", `Bulk job ${id} of this workflow was deleted.`);
    return part;
  }
}

async function download({ ctx }: OpenBulkJob, transfer: Transfer): Promise<bulkJobs.NewBulkJob> {
  const read = await checkTransfer(ctx, transfer);
  const recordsExpected = read.criteria.limit;
  return prepareBulkJob(ctx, { ...read, direction: "download", version: 2, format: "json", recordsExpected });
}

type Into = { into: NonNullable<Transfer["into"]>; from: BulkJob };

/** The upload uses the file of the download. */
async function upload({ ctx }: OpenBulkJob, { into, from }: Into): Promise<bulkJobs.NewBulkJob> {
  const { elementInstanceId, objectName, identifierFieldName } = into;
  const { folder, fileKey, bytes, recordsCount: recordsExpected } = from;
  if (from.filesDeletedAt !== null)
    throw new Failure("notFound", `The file of bulk job ${from.id} was deleted before its rows were uploaded.`);
  const job = await prepareBulkJob(forInstance(ctx, elementInstanceId), {
    ...{ direction: "upload", objectName, version: 2, format: "json", bytes, recordsExpected },
    parts: await bulkJobs.listParts(ctx.db.pool, from),
    criteria: { ...(identifierFieldName !== undefined && { identifierFieldName }) },
  });
  return { ...job, folder, fileKey };
}

const failedPart = ({ id, direction, objectName, status, message }: BulkJob) =>
  new Failure(
    "unprocessable",
    `The ${direction} of ${objectName}, bulk job ${id}, has ${status === "FAILED" ? "failed" : "been canceled"}.${message && status === "FAILED" ? ` ${message}` : ""}`,
  );
