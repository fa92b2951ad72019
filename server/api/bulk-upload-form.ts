import { formatOfName } from "#server/element/bulk/bulk-file-kinds.ts";
import { type FilePart, isFilePart } from "#server/element/ports.ts";
import { Failure, withField } from "#server/errors.ts";
import type { BulkFormat } from "#server/services/bulk/formats/registry.ts";
import { invalid } from "./failures.ts";
import { parseJson } from "./json.ts";
import { readMultipart } from "./multipart.ts";
import { uploadMetaData } from "./records/bulk.ts";

const VALUE_BYTES = 2 ** 21;

/**
 * The form of a bulk upload: `metaData`, and then `file`, whose bytes are read as they arrive. Refuses: tooLarge above
 * `limit` bytes, badRequest for a form without a file and for invalid metadata, and what `readMultipart` refuses.
 */
export async function readBulkUpload(request: Request, limit: number) {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  const form = await withField("file", readMultipart(request, VALUE_BYTES, limit));
  const { file } = form;
  if (file === undefined)
    throw new Failure("badRequest", "file: send it as the part file of a multipart form.", { field: "file" });
  const given = await textOf(form.metaData);
  const read = uploadMetaData.safeParse(given === undefined ? {} : parseJson(given, { name: "metaData" }));
  if (!read.success) throw invalid(read.error, "metaData");
  const { format, identifierFieldName, escapeFormulas } = read.data;
  return {
    format: format ?? formatOf(file),
    identifierFieldName: identifierFieldName ?? undefined,
    escapeFormulas,
    bytes: isFilePart(file) ? file.bytes : once(file),
  };
}

function formatOf(file: string | FilePart): BulkFormat {
  const isCsv = isFilePart(file) && (formatOfName(file.fileName) === "csv" || /\bcsv\b/i.test(file.contentType));
  return isCsv ? "csv" : "json";
}

async function textOf(part: unknown): Promise<string | undefined> {
  if (!isFilePart(part)) return part as string | undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of part.bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function* once(content: string): AsyncGenerator<Uint8Array, undefined> {
  yield Buffer.from(content);
}

const tooLarge = (limit: number) =>
  new Failure("tooLarge", `The body is larger than ${limit / 2 ** 20} MB.`, {
    headers: { connection: "close" },
    field: "file",
  });
