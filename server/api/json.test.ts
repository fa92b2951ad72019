import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { parseJson } from "./json.ts";

test("parses JSON with safe numbers as JSON.parse does, except for keys named __proto__", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 5 }), fc.nat(3), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      fc.pre(!/\d{16}|"__proto__":/.test(text));
      expect(parseJson(text, { anyText: true })).toEqual(JSON.parse(text));
    }),
  );
});

test("turns integers beyond 2^53 into texts everywhere, and leaves texts alone", () => {
  const big = fc.bigInt({ min: 2n ** 53n, max: 2n ** 90n }).map(String);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), big)), (entries) => {
      const text = `{"list":[${entries.flatMap(([word, number]) => [JSON.stringify(`${word} ${number}`), number, `-${number}`]).join(",")}]}`;
      const list = entries.flatMap(([word, number]) => [`${word} ${number}`, number, `-${number}`]);
      expect(parseJson(text, { anyText: true })).toEqual({ list });
    }),
  );
});

test.each([
  ["[0.12345678901234567890]", [0.12345678901234568]],
  ["[12345678901234567890.5]", [1.2345678901234567e19]],
  ["[1e16,1E+3]", [1e16, 1000]],
  ["[9007199254740991]", [9007199254740991]],
  ['["a\\\\",12345678901234567890,"\\"1234567890123456789"]', ["a\\", "12345678901234567890", '"1234567890123456789']],
])("%s", (text, value) => expect(parseJson(text)).toEqual(value));

test("a text that is broken anywhere is refused with a place inside it", () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom("}", "]", ",", ":", '"', "\\", "x", "-", "\u0001"),
      (value, at, odd) => {
        const text = JSON.stringify(value, null, 1);
        const broken = text.slice(0, at % (text.length + 1)) + odd + text.slice(at % (text.length + 1));
        try {
          JSON.parse(broken);
        } catch {
          const [, place] = /position (\d+)/.exec(messageOf(broken)) ?? [];
          expect(Number(place)).toBeLessThanOrEqual(broken.length);
        }
      },
    ),
  );
});

test.each<[string, (size: number) => string]>([
  ["brackets", (size) => "[".repeat(size)],
  ["numbers and a long one", (size) => `[${"1,".repeat(size / 2)}12345678901234567890]`],
  ["long numbers", (size) => `[${"12345678901234567890,".repeat(size / 20)}1]`],
  ["a text without an end", (size) => `["${"x".repeat(size)}`],
  ["texts and an odd token", (size) => `[${'"a",'.repeat(size / 4)}x]`],
])("%s by the million take linear time, whatever comes of it", (_, make) => {
  const text = make(2_000_000);
  expect(cpuMs(() => messageOf(text))).toBeLessThan(LINEAR_MS);
});

function messageOf(text: string): string {
  try {
    parseJson(text, { anyText: true });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}
