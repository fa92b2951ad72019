import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { Failure } from "#server/errors.ts";
import { isZlib, layersOf, notDecompressed, tooLarge } from "./reply-body.ts";
import type { ReplyStream } from "./reply-stream.ts";
import type { Head } from "./send.ts";

/** The decoder of a layer; `deflate` is chosen by its first bytes. */
const UNPACKERS: Readonly<Record<string, (beginning: Buffer | null) => Transform>> = {
  gzip: () => zlib.createGunzip(),
  br: () => zlib.createBrotliDecompress(),
  deflate: (beginning) => (!beginning || isZlib(beginning) ? zlib.createInflate() : zlib.createInflateRaw()),
};

/**
 * Removes compression that we requested from a forwarded response, since its recipient may not support it: decoded as a
 * stream, up to `limit` bytes. Encodings that we never request stay.
 */
export function unpacked(
  { code, headers, stream }: Head & { stream: ReplyStream },
  { at, limit }: { at: string; limit: number },
): Head & { stream: ReplyStream } {
  const { "content-encoding": encoding, "content-length": _packed, ...others } = headers;
  const layers = layersOf(encoding);
  if (layers.length === 0 || layers.some((layer) => !Object.hasOwn(UNPACKERS, layer))) return { code, headers, stream };
  let isCancelled = false;

  async function* bytes() {
    let size = 0;
    try {
      for await (const chunk of throughLayers(stream, layers)) {
        size += chunk.length;
        if (size > limit) throw tooLarge(at, limit);
        yield chunk;
      }
    } catch (error) {
      if (isCancelled) return;
      throw error instanceof Failure ? error : notDecompressed(at, error);
    } finally {
      stream.cancel();
    }
  }

  const cancel = (reason?: Error) => {
    isCancelled = reason === undefined;
    stream.cancel(reason);
  };
  return { code, headers: others, stream: Object.assign(bytes(), { cancel }) };
}

async function* throughLayers(packed: ReplyStream, layers: readonly string[]): AsyncGenerator<Uint8Array> {
  const source = packed[Symbol.asyncIterator]();
  const { value: beginning } = await source.next();
  if (!beginning) return;
  const rest = { [Symbol.asyncIterator]: () => source };
  async function* whole() {
    yield beginning as Uint8Array;
    yield* rest;
  }
  const unpackers = layers.flatMap((layer, n) => UNPACKERS[layer]?.(n === 0 ? Buffer.from(beginning) : null) ?? []);
  // An error in any layer reaches the reader of the last.
  const last = pipeline([Readable.from(whole(), { objectMode: false }), ...unpackers], () => {});
  yield* last as unknown as AsyncIterable<Uint8Array>;
}
