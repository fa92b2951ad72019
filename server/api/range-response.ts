import { Failure } from "#server/errors.ts";
import type { Range } from "#server/ports.ts";
import { FileResponse } from "./handler.ts";

/** A file of which a request may want a range (RFC 9110, section 14). */
type Content = { bytes: number; tag: string; read: (range: Range) => Promise<Uint8Array> };

/** How much is in memory at a time. */
const PART = 256 * 1024;

/**
 * The response with a file, or with the range of it that a GET wants: 206, or 416 for one that begins behind its end. All
 * else in `Range` is ignored, such as several ranges, and so is a range of another version (`If-Range`).
 */
export async function rangeResponse(
  { method, headers }: Request,
  { bytes, tag, read }: Content,
  contentType: string,
): Promise<FileResponse> {
  const etag = `"${tag}"`;
  const isSame = (headers.get("if-range") ?? etag) === etag;
  const range = method === "GET" && isSame ? wantedRange(headers.get("range"), bytes) : undefined;
  const { from, to } = range ?? { from: 0, to: bytes };
  const partFrom = (begin: number) => read({ from: begin, to: Math.min(begin + PART, to) });
  // A file that cannot be read is refused before the response begins.
  const first = await partFrom(from);
  async function* parts(): AsyncGenerator<Uint8Array, undefined> {
    yield first;
    for (let begin = from + PART; begin < to; begin += PART) yield await partFrom(begin);
  }
  return new FileResponse(
    parts(),
    {
      "content-type": contentType,
      "content-length": String(to - from),
      "accept-ranges": "bytes",
      etag,
      ...(range && { "content-range": `bytes ${from}-${to - 1}/${bytes}` }),
    },
    range && 206,
  );
}

/** The range of a header; undefined for the whole. Refuses one that no byte satisfies. */
function wantedRange(header: string | null, bytes: number): Range | undefined {
  const [, first = "", last = ""] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  const isSuffix = first === "";
  if (isSuffix && last === "") return undefined;
  if (isSuffix && bytes === 0 && Number(last) > 0) return undefined;
  const from = isSuffix ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = isSuffix || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (!isSuffix && last !== "" && Number(last) < from) return undefined;
  if (from < bytes) return { from, to };
  throw new Failure(
    "rangeNotSatisfiable",
    `Range: the value has ${bytes} bytes. Request a range that begins before its end.`,
    { headers: { "content-range": `bytes */${bytes}`, "accept-ranges": "bytes" } },
  );
}
