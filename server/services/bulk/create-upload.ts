import type { Context } from "#server/context.ts";
import { reasonAgainstFile } from "#server/element/bulk/bulk-file-kinds.ts";
import { Failure } from "#server/errors.ts";
import { requireDesigner } from "../account/require-role.ts";
import { callableInstance, createBulkJob, newFiles, requireEnabled } from "./create-bulk-job.ts";
import { type BulkFormat, bulkFormatOf } from "./formats/registry.ts";

const PART_BYTES = 1024 * 1024;

type Input = {
  objectName: string;
  format: BulkFormat;
  identifierFieldName?: string | undefined;
  /** Unless false, the quote before a text that a spreadsheet would execute is no part of it. */
  escapeFormulas?: boolean | undefined;
  callbackUrl?: string | undefined;
  bytes: AsyncIterable<Uint8Array>;
};

/**
 * Stores a file as it arrives and starts a job that writes its rows. Refuses: forbidden for viewers, badRequest for an
 * object whose upload is disabled and for a file that is no text, such as a workbook; of a file that does not arrive whole nothing is kept.
 */
export async function createUpload(ctx: Context, input: Input): Promise<{ id: string; status: "CREATED" }> {
  requireDesigner(ctx);
  const { objectName, format, identifierFieldName, escapeFormulas, callbackUrl } = input;
  requireEnabled(await callableInstance(ctx), "upload", objectName);
  const { headerLines = 0 } = bulkFormatOf(format);
  const files = newFiles(ctx);
  const parts: string[] = [];
  let total = 0;
  let lineBreaks = 0;
  let lastByte = LINE_FEED;
  try {
    for await (const bytes of partsOf(input.bytes)) {
      const reason = parts.length === 0 ? reasonAgainstFile(bytes) : undefined;
      if (reason !== undefined) throw new Failure("badRequest", reason, { field: "file" });
      const name = `${files.folder}/${parts.length}`;
      await ctx.files.put({ name, key: files.key }, bytes);
      parts.push(name);
      total += bytes.length;
      lineBreaks += countLineBreaks(bytes);
      lastByte = bytes.at(-1) ?? lastByte;
    }
    const id = await createBulkJob(ctx, {
      ...{ direction: "upload", objectName, version: 2, format, files, callbackUrl, parts, bytes: total },
      recordsExpected: Math.max(0, lineBreaks + (lastByte === LINE_FEED ? 0 : 1) - headerLines),
      criteria: {
        ...(identifierFieldName !== undefined && { identifierFieldName }),
        ...(escapeFormulas === false && { escapeFormulas }),
      },
    });
    return { id, status: "CREATED" };
  } catch (error) {
    await ctx.files.removeFolder(files.folder);
    throw error;
  }
}

const LINE_FEED = 10;

/** An estimate for people: line breaks within cells count as well. */
function countLineBreaks(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held, size);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
