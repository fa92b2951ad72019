import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "#server/errors.ts";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { parseFieldPath } from "./field-path.ts";

const filter = (path: string[], operator: string, value: unknown, takes: string) => ({
  filter: { path, operator, value },
  takes,
});

test.each([
  ["a", [{ field: "a" }]],
  ["$.a.b", [{ field: "a" }, { field: "b" }]],
  ["first name.b-c", [{ field: "first name" }, { field: "b-c" }]],
  ["a[0].b", [{ field: "a" }, { index: 0 }, { field: "b" }]],
  ["[*].b", [{ each: true }, { field: "b" }]],
  ["a['b.c'][\"d\"]", [{ field: "a" }, { field: "b.c" }, { field: "d" }]],
  ["a[id=4]", [{ field: "a" }, filter(["id"], "==", 4, "first")]],
  ["a[b.type='x y'].z", [{ field: "a" }, filter(["b", "type"], "==", "x y", "first"), { field: "z" }]],
  ["a[?(@.x==2)]", [{ field: "a" }, filter(["x"], "==", 2, "every")]],
  ["a[?(@.x.y != 'z')].b", [{ field: "a" }, filter(["x", "y"], "!=", "z", "every"), { field: "b" }]],
  ["a[?(@.x<=true)]", [{ field: "a" }, filter(["x"], "<=", true, "every")]],
  ["a.size()", [{ field: "a" }, { size: true }]],
])("%s is a path", (text, parts) => expect(parseFieldPath(text)).toEqual(parts));

test.each([
  "",
  " ",
  ".",
  "a.",
  "a..b",
  "a[",
  "a[]",
  "a[-1]",
  "a[b",
  "a]b",
  "a[?(@.x)]",
  "a[?(x==1)]",
  "size().a",
  "a.size().b",
  "a[1001]",
  "a[9999999999]",
  "a.__proto__",
  "a['constructor']",
  "a[prototype=1]",
  Array(51).fill("a").join("."),
])("%j is refused", (text) => expect(() => parseFieldPath(text)).toThrow(Failure));

test("any text is read or refused", () => {
  const odd = fc.string({ unit: fc.constantFrom(..."ab.[]*?@=()'\"0 $"), maxLength: 60 });
  fc.assert(
    fc.property(odd, (text) => {
      try {
        expect(parseFieldPath(text).length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each(["a[?(@.", "[a=", "a['", "[*].", "@.x==", "("])("text of many %j is read in linear time", (part) => {
  const read = () => {
    try {
      parseFieldPath(part.repeat(100_000));
    } catch (error) {
      expect(error).toBeInstanceOf(Failure);
    }
  };
  expect(cpuMs(read)).toBeLessThan(LINEAR_MS);
});
