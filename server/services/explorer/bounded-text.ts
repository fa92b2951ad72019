/** The part of a response that is shown. */
export const MOST_BYTES = 2 ** 20;
/** More is read than is shown, so that no part of a secret remains at the edge. */
const MARGIN = 65_536;

export const TEXT = /\bjson\b|ndjson|jsonl|yaml|^text\/|\bxml\b|javascript|x-www-form-urlencoded/i;

/**
 * The beginning of the body of a response as text, with a margin if it is cut; the rest is not read. A file is not read at all: its text is empty.
 */
export async function boundedText(response: Response): Promise<{ text: string; isCut: boolean; isFile: boolean }> {
  const { body, headers } = response;
  const type = headers.get("content-type") ?? "";
  const isFile = body !== null && !TEXT.test(type);
  if (body === null || isFile) {
    await body?.cancel();
    return { text: "", isCut: false, isFile };
  }
  const { text, size } = await readUpTo(body, MOST_BYTES + MARGIN);
  return { text, isCut: size > MOST_BYTES, isFile };
}

/** Reads a text until it has more than so many bytes, and then no further. */
export async function readUpTo(body: ReadableStream<Uint8Array>, most: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      break;
    }
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), size, isWhole: size <= most };
}
