import type { HubRequest } from "#server/element/hub-request.ts";
import { type FilePart, isFilePart } from "#server/element/ports.ts";
import type { ReceivedBody } from "#server/services/idempotency/idempotency.ts";
import { digestBody } from "./body-digest.ts";
import { FILE_BYTES } from "./hub-body.ts";
import { incomingFile } from "./incoming-body.ts";
import { readMultipart } from "./multipart.ts";
import { isForm } from "./uploaded-file.ts";

/** No endpoint takes a form with more that must be held in memory. */
const VALUE_BYTES = 32 * 2 ** 20;

/**
 * The body of a request with an Idempotency-Key whose handler reads files from it. Call it before anything is read.
 * `readRest` reads what the handler would have read.
 */
export function receivedBody(request: Request, readRest = () => readUpload(request)): ReceivedBody {
  const digest = digestBody(request);
  return {
    digest: digest.value,
    async readAll() {
      await readRest();
      return digest.value();
    },
  };
}

async function readUpload(request: Request): Promise<void> {
  if (isForm(request.headers.get("content-type") ?? ""))
    return readFiles({ form: await readMultipart(request, VALUE_BYTES, FILE_BYTES) });
  for await (const _chunk of incomingFile(request, FILE_BYTES));
}

type Files = Pick<HubRequest, "form" | "stream">;

/** The files of a request to an element: a stream, or parts of a form. */
export const filesOf = ({ stream, form = {} }: Files): FilePart[] =>
  [stream, ...Object.values(form)].filter((part) => isFilePart(part));

/** Reads files to their end, and discards them. */
export async function readFiles(files: Files): Promise<void> {
  for (const { bytes } of filesOf(files)) for await (const _chunk of bytes);
}

/** Stops receiving files that nobody reads. */
export function cancelFiles(files: Files): void {
  for (const { bytes } of filesOf(files)) (bytes as { cancel?: () => void }).cancel?.();
}
