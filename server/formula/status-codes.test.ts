import fc from "fast-check";
import { expect, test } from "vitest";
import { includesCode, statusCodes } from "./status-codes.ts";

test.each<[unknown, number[], number[]]>([
  ["200,201", [200, 201], [202]],
  ["200-205", [200, 203, 205], [206]],
  ["200-205,208", [204, 208], [207]],
  ["401-405,500", [401, 500], [406]],
  [" 200 , 300 - 302 ", [200, 301], [303]],
  [404, [404], [200]],
  [[200, 404], [200, 404], [201]],
])("%j (spec §2.5)", (text, inside, outside) => {
  const ranges = statusCodes.parse(text);
  expect(inside.every((code) => includesCode(ranges, code))).toBe(true);
  expect(outside.some((code) => includesCode(ranges, code))).toBe(false);
});

test.each<[unknown, string]>([
  ["401-,400", '"401-" is not a status code'],
  ["200-", '"200-" is not a status code'],
  ["500-200", '"500-200" runs backwards'],
  ["a", '"a" is not a status code'],
  ["200,,201", '"" is not a status code'],
  ["0-9999999", '"0-9999999" is outside 100-599'],
  ["99", '"99" is outside 100-599'],
  ["600", '"600" is outside 100-599'],
  ["200.5", '"200.5" is not a status code'],
  ["", '"" is not a status code'],
  [Array.from({ length: 501 }, () => 200).join(","), "has more than 500 parts"],
  [true, "must be status codes"],
])("%j is refused and the part named (B09)", (text, message) => {
  expect(statusCodes.safeParse(text).error?.issues[0]?.message).toContain(message);
});

test("a range holds exactly its codes (fast-check)", () => {
  const code = fc.integer({ min: 100, max: 599 });
  fc.assert(
    fc.property(code, code, code, (a, b, requested) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      expect(includesCode(statusCodes.parse(`${from}-${to}`), requested)).toBe(requested >= from && requested <= to);
    }),
  );
});
