import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutNulls } from "./null-filter.ts";

test.each<[string, unknown, unknown]>([
  ["a field that is null", { a: null, b: 1 }, { b: 1 }],
  ["at every depth", { a: { b: null, c: [{ d: null }] } }, { a: { c: [{}] } }],
  ["in every row", [{ a: null, b: 0 }, { a: "" }], [{ b: 0 }, { a: "" }]],
  ["entries of lists stay", [1, null], [1, null]],
  ["a field called __proto__", JSON.parse('{"__proto__":1,"a":null,"b":2}'), JSON.parse('{"__proto__":1,"b":2}')],
  ["null itself stays", null, null],
  ["false, zero and nothing stay", { a: false, b: 0, c: "" }, { a: false, b: 0, c: "" }],
])("%s", (_, value, expected) => {
  expect(withoutNulls(value)).toEqual(expected);
});

test("does not copy values without null", () => {
  const value = { a: [{ b: 1 }] };
  expect(withoutNulls(value)).toBe(value);
});

test("the original stays, and nothing else than null is lost", () => {
  const withoutByJson = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutByJson);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([, inner]) => inner !== null);
    return Object.fromEntries(entries.map(([key, inner]) => [key, withoutByJson(inner)]));
  };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const before = JSON.stringify(value);
      expect(withoutNulls(value)).toEqual(withoutByJson(value));
      expect(JSON.stringify(value)).toBe(before);
    }),
  );
});

test("depth that no data has does not end the process", () => {
  let deep: unknown = null;
  for (let at = 0; at < 100_000; at++) deep = { a: deep };
  expect(() => withoutNulls(deep)).not.toThrow();
});
