import { expect, test } from "vitest";
import { rangeInJson, textIndexOf } from "./text-index.ts";

const PIECE = 'quoted "text" \\ with 😀 äöü\n\t\u2028\ud800 and more; ';

test.each([
  ["escapes and characters of all lengths", PIECE.repeat(6000)],
  ["escapes alone", "\n".repeat(200_000)],
  ["characters of two code units at all places", `x${"😀".repeat(100_000)}\\`],
  ["no escapes", "äb😀".repeat(50_000)],
])("any range of a text is read from a part of its JSON: %s", (_, text) => {
  const json = JSON.stringify(text).slice(1, -1);
  const [stored, whole] = [Buffer.from(json), Buffer.from(text)];
  const index = textIndexOf(json);
  expect(index.bytes).toBe(whole.length);
  for (let from = 0; from < whole.length; from += 7919)
    for (const size of [1, 5, 1000, 70_000]) {
      const to = Math.min(whole.length, from + size);
      const range = rangeInJson(index, { from, to }, stored.length);
      const part = stored.subarray(range.json.from, range.json.to);
      // A piece of JSON is 64 K characters, of which each takes at most three bytes.
      expect(part.length).toBeLessThan(size * 6 + 2 * 3 * 64 * 1024);
      const read = index.places ? Buffer.from(JSON.parse(`"${part}"`)) : part;
      expect(read.subarray(from - range.text, to - range.text).equals(whole.subarray(from, to))).toBe(true);
    }
});

test("a text without escapes needs no places", () => {
  expect(textIndexOf("ä".repeat(100_000))).toEqual({ bytes: 200_000 });
});
