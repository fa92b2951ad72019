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

/**
 * Like `uploadedFile`, with the form's part `options`, a JSON object before the file. Refuses what the schema refuses.
 */
export async function uploadedFileWith<Schema extends z.ZodType>(
  request: Request,
  limit: number,
  schema: Schema,
): Promise<{ bytes: Uint8Array; options: z.output<Schema> }> {
  const { bytes, options } = await readForm(request, limit);
  const read = schema.safeParse(typeof options === "string" ? parseJson(options, { name: "options" }) : {});
  if (!read.success) throw invalid(read.error, "options");
  return { bytes, options: read.data };
}

/** Whether a content type is a form with files. */
export const isForm = (type: string): boolean => /^multipart\/form-data\b/i.test(type);

async function readForm(request: Request, limit: number): Promise<{ bytes: Uint8Array; options?: unknown }> {
  const type = request.headers.get("content-type") ?? "";
  if (!isForm(type)) {
    const bytes = new Uint8Array(await readBytes(request, limit));
    digestOf(request)?.part(type)(bytes);
    return { bytes };
  }
  const { file, options } = await readMultipart(request, limit, limit);
  if (typeof file === "string") return { bytes: Buffer.from(file), options };
  if (!isFilePart(file)) throw new Failure("badRequest", "file: send it as the part file of a multipart form.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), options };
}
