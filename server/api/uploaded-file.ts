import type { z } from "zod";
import { isFilePart } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { readBytes } from "./body.ts";
import { digestOf } from "./body-digest.ts";
import { invalid } from "./failures.ts";
import { parseJson } from "./json.ts";
import { readMultipart } from "./multipart.ts";

/**
 * The `file` of a multipart form, or the body itself if it is not a form; at most `limit` bytes, held in memory.
 * Refuses: tooLarge, requestTimeout, badRequest for a form without a file.
 */
export const uploadedFile = async (request: Request, limit: number): Promise<Uint8Array> =>
  (await readForm(request, limit)).bytes;

/** A file, with its name if the form has one. */
type Named = { bytes: Uint8Array; name: string | undefined };

/**
 * Like `uploadedFile`, with the form's part `options`, a JSON object before the file. Refuses what the schema refuses.
 */
export async function uploadedFileWith<Schema extends z.ZodType>(
  request: Request,
  limit: number,
  schema: Schema,
): Promise<Named & { options: z.output<Schema> }> {
  const { bytes, name, options } = await readForm(request, limit);
  const read = schema.safeParse(typeof options === "string" ? parseJson(options, { name: "options" }) : {});
  if (!read.success) throw invalid(read.error, "options");
  return { bytes, name, options: read.data };
}

/** Whether a content type is a form with files. */
export const isForm = (type: string): boolean => /^multipart\/form-data\b/i.test(type);

async function readForm(request: Request, limit: number): Promise<Named & { options?: unknown }> {
  const type = request.headers.get("content-type") ?? "";
  if (!isForm(type)) {
    const bytes = new Uint8Array(await readBytes(request, limit));
    digestOf(request)?.part(type)(bytes);
    return { bytes, name: undefined };
  }
  const { file, options } = await readMultipart(request, limit, limit);
  if (typeof file === "string") return { bytes: Buffer.from(file), name: undefined, options };
  if (!isFilePart(file)) throw new Failure("badRequest", "file: send it as the part file of a multipart form.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), name: file.fileName, options };
}
