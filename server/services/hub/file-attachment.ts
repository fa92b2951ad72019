import type { HubResponse } from "#server/element/hub-request.ts";
import type { ByteStream } from "#server/element/ports.ts";
import { Failure } from "#server/errors.ts";

/** A file as a value that steps pass on. */
export type FileAttachment = { filename: string; type: "workflow-file-attachment"; content: string };

const MAX_BYTES = 6 * 2 ** 20;

/** Not a status of the response: whatever codes a step accepts, it cannot read the file. */
export class FileTooLarge extends Failure {
  constructor() {
    const limit = `${MAX_BYTES / 2 ** 20} MB`;
    super("tooLarge", `The file is larger than ${limit}. Use an elementRequestStream step to pass it on.`);
  }
}

/** Reads a response that is a file. Throws FileTooLarge above 6 MB, which only a stream step can pass on. */
export async function readAttachment(
  { headers }: Pick<HubResponse, "headers">,
  stream: ByteStream & { cancel: () => void },
  url: string,
): Promise<FileAttachment> {
  const chunks: Uint8Array[] = [];
  let size = Number(headers["content-length"]) > MAX_BYTES ? Number.POSITIVE_INFINITY : 0;
  try {
    if (size === 0) {
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > MAX_BYTES) break;
        chunks.push(chunk);
      }
    }
  } finally {
    // After it was read to its end, there is nothing to cancel.
    stream.cancel();
  }
  if (size > MAX_BYTES) throw new FileTooLarge();
  const content = Buffer.concat(chunks, size).toString("base64");
  return { filename: fileNameOf({ headers }, url), type: "workflow-file-attachment", content };
}

/** The file name of the response, or the last part of the address. */
export function fileNameOf({ headers }: Pick<HubResponse, "headers">, url: string): string {
  const disposition = headers["content-disposition"] ?? "";
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, plain] = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition) ?? [];
  const named = (encoded && decoded(encoded)) || quoted?.replace(/\\(.)/g, "$1") || plain;
  return named || decoded(url.split("?", 1)[0]?.split("/").at(-1) ?? "") || "file";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
