import { isFilePart } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";
import { readBytes } from "./body.ts";
import { readMultipart } from "./multipart.ts";

/**
 * The `file` of a multipart form, or the body itself if it is not a form; at most `limit` bytes, held in memory.
 * Refuses: tooLarge, requestTimeout, badRequest for a form without it.
 */
export async function uploadedFile(request: Request, limit: number): Promise<Uint8Array> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? ""))
    return new Uint8Array(await readBytes(request, limit));
  const { file } = await readMultipart(request, limit, limit);
  if (typeof file === "string") return Buffer.from(file);
  if (!isFilePart(file)) throw new Failure("badRequest", "file: send it as the part file of a multipart form.");
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
