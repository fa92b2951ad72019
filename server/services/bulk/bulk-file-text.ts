import { Failure } from "#server/errors.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** The text of a file: UTF-16 with a byte order mark, else UTF-8. Throws a Failure for other bytes. */
export async function* textOfFile(bytes: Bytes): AsyncGenerator<string, undefined> {
  let decoder: TextDecoder | undefined;
  let held = new Uint8Array();
  for await (const chunk of bytes) {
    let piece: Uint8Array = chunk;
    if (!decoder) {
      held = Buffer.concat([held, chunk]);
      if (held.length < 2) continue;
      piece = held;
      decoder = decoderFor(held);
    }
    yield decode(decoder, piece);
  }
  decoder ??= decoderFor(held);
  if (held.length === 1) yield decode(decoder, held);
  yield decode(decoder);
}

function decoderFor([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be", { fatal: true });
  return new TextDecoder("utf-8", { fatal: true });
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new Failure("badRequest", "The file is neither UTF-8 nor UTF-16 text with a byte order mark.", { cause });
  }
}
