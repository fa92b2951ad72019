import { expect, test } from "vitest";
import { findValues } from "./find-values.ts";

const value = {
  items: [{ name: "Ada", tags: ["a", "b"] }, { name: null }, { tags: ["c"] }],
  "a.b": { "c d": 1 },
  byId: { x: { n: 1 }, y: { n: 2 } },
};

test.each<[path: string, found: unknown[]]>([
  ["items[0].name", ["Ada"]],
  ["items[1].name", [null]],
  ["items[2].name", []],
  ["items[*].name", ["Ada", null]],
  ["items[*].tags[*]", ["a", "b", "c"]],
  ["items[*].tags[0]", ["a", "c"]],
  ["byId[*].n", [1, 2]],
  ["a.b['c d']", [1]],
  [" items.length ", [3]],
  ["items[0].name[*]", []],
  ["toString", []],
])("%s", (path, found) => expect(findValues(value, path)).toEqual(found));

test("a list is read from its items on", () => {
  expect(findValues([{ n: 1 }, { n: 2 }], "[*].n")).toEqual([1, 2]);
  expect(findValues([{ n: 1 }, { n: 2 }], "[1].n")).toEqual([2]);
});
