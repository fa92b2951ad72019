import type { Context } from "#server/context.ts";
import { MOST_COLUMNS } from "#server/element/bulk/flatten.ts";
import { Failure } from "#server/errors.ts";
import { listParts } from "#server/store/bulk/bulk-jobs.ts";
import { fileKeyIdentity } from "./file-key.ts";
import { findBulkJob } from "./find-bulk-job.ts";
import { acceptedFormat, BULK_FORMATS } from "./formats/registry.ts";

type Wanted = { jobId: string; objectName: string; accept: string | null; isNative: boolean; escapes: boolean };

/**
 * The file of a download, in parts as it is read. Of a job that failed or was cancelled it has the rows up to then.
 * Refuses: notFound for another object and for a file that was deleted, conflict while the job runs, notAcceptable for
 * formats that no file has.
 */
export async function readBulkFile(
  ctx: Context,
  { jobId, objectName, accept, isNative, escapes }: Wanted,
): Promise<{ contentType: string; fileName: string; bytes: AsyncGenerator<Uint8Array, undefined> }> {
  const job = await findBulkJob(ctx, jobId);
  if (job.direction !== "download" || job.objectName !== objectName)
    throw new Failure("notFound", `Bulk job ${jobId} has no file of ${objectName}.`);
  if (job.endedAt === null)
    throw new Failure(
      "conflict",
      `Bulk job ${jobId} has not ended yet. Read its status, and its file when it is COMPLETED.`,
    );
  if (job.filesDeletedAt !== null)
    throw new Failure("notFound", `The file of bulk job ${jobId} was deleted, as its retention period ended.`);
  const format = acceptedFormat(accept, job.format);
  if (!format) throw new Failure("notAcceptable", "Accept: the file is application/json (JSON lines) or text/csv.");
  if (format === BULK_FORMATS.csv && job.columns.length > MOST_COLUMNS)
    throw new Failure("badRequest", `The rows have more than ${MOST_COLUMNS} columns. Read the file as JSON lines.`);
  const options = { columns: job.columns, isNative, escapes };
  const key = ctx.vault.open(job.fileKey, fileKeyIdentity(job));
  const isAsStored = format === BULK_FORMATS.json && isNative;
  const names = await listParts(ctx.db.pool, job);

  async function* bytes(): AsyncGenerator<Uint8Array, undefined> {
    const head = format?.head(options) ?? "";
    if (head) yield Buffer.from(head);
    for (const name of names) {
      const part = await ctx.files.get({ name, key });
      if (isAsStored) yield part;
      else for (const rows of batchesOf(part)) yield Buffer.from(format?.write(rows, options) ?? "");
    }
  }
  return { contentType: format.contentType, fileName: `${objectName}-${job.id}.${format.type}`, bytes: bytes() };
}

/** Few enough that temporary objects are collected as young garbage. */
const BATCH_BYTES = 32 * 1024;

/** The rows of a part, some at a time. */
function* batchesOf(part: Uint8Array): Generator<unknown[]> {
  const stored = Buffer.from(part.buffer, part.byteOffset, part.length);
  for (let from = 0; from < stored.length; ) {
    const lineEnd = stored.indexOf("\n", Math.min(from + BATCH_BYTES, stored.length - 1));
    const to = lineEnd < 0 ? stored.length : lineEnd;
    const lines = stored.toString("utf8", from, to).split("\n");
    yield lines.filter(Boolean).map((line) => JSON.parse(line) as unknown);
    from = to + 1;
  }
}
