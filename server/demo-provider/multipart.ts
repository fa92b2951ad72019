import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "./call.ts";

/** The result of one part: the text of a field, or the size and hash of a file. */
export type Part = {
  name: string;
  fileName: string | undefined;
  contentType: string;
  size: number;
  sha256: string;
  /** The content of parts up to `KEPT_BYTES`. */
  bytes: Buffer | null;
};

const KEPT_BYTES = 2_000_000;
const LONGEST_HEAD = 16_000;
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** Parses a `multipart/form-data` request as a stream; of large parts it keeps only the size and the hash. */
export async function readMultipart(request: IncomingMessage): Promise<Part[]> {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(request.headers["content-type"] ?? "") ?? [];
  const boundary = quoted ?? plain;
  if (!boundary) throw new Refusal(415, "unsupported_media_type", "The body must be multipart/form-data.");

  const mark = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let pending: Buffer = Buffer.from("\r\n");
  let part: ReturnType<typeof collect> | undefined;
  let isOver = false;

  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (isOver) continue;
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.indexOf(mark);
      if (end < 0) {
        // Bytes that could be the beginning of a boundary stay in the buffer.
        const safe = Math.max(0, pending.length - mark.length);
        part?.add(pending.subarray(0, safe));
        pending = pending.subarray(safe);
        break;
      }
      const head = pending.indexOf(END_OF_HEAD, end + mark.length);
      if (pending.subarray(end + mark.length, end + mark.length + 2).toString() === "--") isOver = true;
      else if (head < 0) {
        if (pending.length - end > LONGEST_HEAD) throw new Refusal(400, "bad_request", "A part has too long a head.");
        part?.add(pending.subarray(0, end));
        pending = pending.subarray(end);
        break;
      }
      part?.add(pending.subarray(0, end));
      if (part) parts.push(part.end());
      if (isOver) break;
      part = collect(pending.subarray(end + mark.length, head).toString());
      pending = pending.subarray(head + END_OF_HEAD.length);
    }
  }
  if (!isOver) throw new Refusal(400, "bad_request", "The body ended in the middle of a part.");
  return parts;
}

function collect(head: string) {
  const [, name = ""] = /;\s*name="([^"]*)"/i.exec(head) ?? [];
  const [, fileName] = /;\s*filename="([^"]*)"/i.exec(head) ?? [];
  const [, contentType = "text/plain"] = /^content-type:\s*([^\r\n]+)/im.exec(head) ?? [];
  const counted = counting();
  return {
    add: counted.add,
    end: (): Part => ({ name, fileName, contentType, ...counted.end() }),
  };
}

/** Counts and hashes bytes, and keeps the content of small parts. */
export function counting() {
  const hash = createHash("sha256");
  let kept: Buffer[] | null = [];
  let size = 0;
  return {
    add(bytes: Buffer) {
      hash.update(bytes);
      size += bytes.length;
      if (size > KEPT_BYTES) kept = null;
      kept?.push(Buffer.from(bytes));
    },
    end: () => ({ size, sha256: hash.digest("hex"), bytes: kept && Buffer.concat(kept) }),
  };
}
