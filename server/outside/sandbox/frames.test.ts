import { expect, test } from "vitest";
import { createFrameReader, frame, MAX_FRAME_BYTES, parseJson } from "./frames.ts";

function read(chunks: Buffer[]): string[] {
  const seen: string[] = [];
  const reader = createFrameReader((json) => seen.push(json));
  for (const chunk of chunks) reader(chunk);
  return seen;
}

test("frames arrive whole, however they are cut", () => {
  const texts = ['{"a":1}', "", '"é😀"', `"${"x".repeat(100_000)}"`];
  const bytes = Buffer.concat(texts.map(frame));
  for (const size of [1, 3, 4, 5, 4096, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(read(chunks)).toEqual(texts);
  }
});

test("a frame larger than allowed is refused before it is read", () => {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(MAX_FRAME_BYTES + 1);
  expect(() => read([header])).toThrow(RangeError);
});

test("keys named __proto__ are left out at every depth, others stay", () => {
  const parsed = parseJson('{"a":{"__proto__":{"polluted":1},"constructor":2},"b":"\\"__proto__\\""}');
  expect(JSON.stringify(parsed)).toBe('{"a":{"constructor":2},"b":"\\"__proto__\\""}');
});
