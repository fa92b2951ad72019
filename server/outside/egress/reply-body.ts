import { promisify } from "node:util";
import zlib from "node:zlib";
import { Failure } from "#server/errors.ts";

type Reply = {
  headers: Record<string, string>;
  bytes: Buffer;
  limit: number;
  at: string;
  parse?: (text: string) => unknown;
};

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflate: Decode = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw: Decode = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);

const DECODERS = new Map<string, Decode>([
  ["gzip", promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)],
  ["br", promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)],
  // The zlib format is meant, but some servers send raw deflate.
  ["deflate", (bytes, options) => (isZlib(bytes) ? inflate(bytes, options) : inflateRaw(bytes, options))],
]);
export const isZlib = (bytes: Buffer): boolean =>
  bytes.length > 1 && bytes.readUInt16BE() % 31 === 0 && (bytes.readUInt8() & 0x0f) === 8;

/** The encodings for `accept-encoding`. */
export const ENCODINGS = "gzip, deflate, br";

/**
 * The body of a response: decoded from at most two layers of compression, each at most `limit` bytes, then parsed if it
 * is valid JSON of that content type. Anything else is text in the charset of the response, "" if empty. Throws a
 * Failure `badGateway` for a body that cannot be decoded or is too large.
 */
export async function readBody({ headers, bytes, limit, at, parse = JSON.parse }: Reply): Promise<unknown> {
  const type = headers["content-type"] ?? "";
  const text = asText(await decoded(headers["content-encoding"], bytes, limit, at), type);
  if (!isJson(type) || text === "") return text;
  try {
    return parse(text);
  } catch {
    return text;
  }
}

/** Whether a content type is JSON. */
export const isJson = (type: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(type);

/** A response that exceeds the limit. */
export const tooLarge = (at: string, limit: number): Failure =>
  new Failure("badGateway", `The reply of ${at} is larger than ${limit / 2 ** 20} MB.`, { isPermanent: true });

async function decoded(encoding: string | undefined, bytes: Buffer, limit: number, at: string): Promise<Buffer> {
  if (!encoding || bytes.length === 0) return bytes;
  const layers = layersOf(encoding);
  if (layers.length > 2)
    throw new Failure("badGateway", `The reply of ${at} is compressed more than twice.`, { isPermanent: true });
  let inner = bytes;
  for (const layer of layers) {
    const decode = DECODERS.get(layer);
    if (!decode)
      throw new Failure("badGateway", `The reply of ${at} has a content encoding that is not supported.`, {
        isPermanent: true,
      });
    try {
      inner = await decode(inner, { maxOutputLength: limit });
    } catch (cause) {
      throw cause instanceof RangeError ? tooLarge(at, limit) : notDecompressed(at, cause);
    }
  }
  return inner;
}

/** The compressions in a `content-encoding`, the outermost first. */
export const layersOf = (encoding = ""): string[] =>
  encoding
    .toLowerCase()
    .split(",")
    .map((layer) => layer.trim().replace(/^x-/, ""))
    .filter((layer) => layer !== "identity" && layer !== "")
    .reverse();

export const notDecompressed = (at: string, cause: unknown): Failure =>
  new Failure("badGateway", `The reply of ${at} cannot be decompressed.`, { cause });

function asText(bytes: Buffer, type: string): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1]?.toLowerCase();
  if (!charset || charset === "utf-8" || charset === "utf8") return withoutMark(bytes.toString());
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return withoutMark(bytes.toString());
  }
}

const withoutMark = (text: string) => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
