import type { SentFile } from "../formula/ports.ts";
import type { FilePart } from "./ports.ts";

/** Bytes in memory as a file to send. */
export const filePartOf = ({ fileName, contentType, bytes }: SentFile): FilePart => ({
  fileName: fileName ?? "",
  contentType,
  size: bytes.length,
  bytes: once(bytes),
  ...(fileName === undefined && { isField: true }),
});

async function* once(bytes: Uint8Array) {
  yield bytes;
}
