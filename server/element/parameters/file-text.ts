import { Failure } from "../../errors.ts";
import { base64 } from "../base64.ts";
import type { Incoming } from "../incoming.ts";
import type { FilePart } from "../ports.ts";

const MOST_BYTES = 8 * 2 ** 20;

/** Reads the files whose text parameters use, each once. Refuses more than 8 MB (tooLarge). */
export async function readFiles(
  wanted: readonly ((incoming: Incoming) => FilePart | undefined)[],
  incoming: Incoming,
): Promise<void> {
  for (const find of wanted) {
    const file = find(incoming);
    if (file && !incoming.contents.has(file)) incoming.contents.set(file, await readFile(file));
  }
}

async function readFile({ fileName, bytes }: FilePart): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new Failure("tooLarge", `${fileName || "file"}: a file that is sent as text has at most 8 MB.`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text of a file, or its bytes in base64. Refuses (badRequest) bytes that are not UTF-8. */
export function textOfFile(name: string, bytes: Uint8Array, vendorDataType: string | undefined): string {
  if (/^(?:byte|binary)$/i.test(vendorDataType ?? "")) return base64(bytes);
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Failure("badRequest", `${name}: the file is not text in UTF-8. Send it as a file, or as byte.`, {
      cause,
    });
  }
}
