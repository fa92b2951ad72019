import { readSync, writeSync } from "node:fs";

/** Larger frames are refused by both ends, so that neither can make the other run out of memory. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

const HEADER_BYTES = 4;

/** One frame: its length in four bytes, then JSON text. */
export function frame(json: string): Buffer {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + length);
  bytes.writeUInt32LE(length);
  bytes.write(json, HEADER_BYTES);
  return bytes;
}

/** Reassembles frames from chunks of any size. Throws a RangeError for a frame above the limit. */
export function createFrameReader(onJson: (json: string) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let available = 0;
  let wanted = HEADER_BYTES;
  let isHeader = true;

  function take(length: number): Buffer {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks = all.length > length ? [all.subarray(length)] : [];
    available -= length;
    return all.subarray(0, length);
  }

  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    while (available >= wanted) {
      const bytes = take(wanted);
      if (!isHeader) onJson(bytes.toString());
      wanted = isHeader ? bytes.readUInt32LE() : HEADER_BYTES;
      isHeader = !isHeader;
      if (wanted > MAX_FRAME_BYTES) throw new RangeError(`A frame of ${wanted} bytes is too large.`);
    }
  };
}

/**
 * The frames of a file descriptor, read without the event loop: a process that handles one request at a time saves its
 * turns, and no request can leave anything behind in it. Ends when the other side closes.
 */
export function* framesOf(descriptor: number): Generator<string> {
  const ready: string[] = [];
  const read = createFrameReader((json) => ready.push(json));
  const buffer = Buffer.allocUnsafe(64 * 1024);
  for (;;) {
    const length = patiently(() => readSync(descriptor, buffer));
    if (length === 0) return;
    read(Buffer.from(buffer.subarray(0, length)));
    yield* ready.splice(0);
  }
}

/** Writes all bytes before it returns, however slowly the other side reads. */
export function writeAll(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += patiently(() => writeSync(descriptor, bytes, at));
}

const pause = new Int32Array(new SharedArrayBuffer(4));

function patiently<T>(action: () => T): T {
  for (;;) {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

/**
 * Parses JSON from another process. Keys named `__proto__` are dropped: merging them into an object would replace its
 * prototype.
 */
export function parseJson(json: string): unknown {
  if (!json.includes('"__proto__"')) return JSON.parse(json);
  return JSON.parse(json, (key, value) => (key === "__proto__" ? undefined : value));
}
