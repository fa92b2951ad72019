import { expect, test } from "vitest";
import { totalIn } from "./total.ts";

const rows = [{ id: 1 }, { id: 2 }];

test.each<[string, Record<string, string>, unknown, number | undefined]>([
  ["a header", { "x-total-count": "1200" }, rows, 1200],
  ["a field beside the rows", {}, { totalSize: 7, records: rows }, 7],
  ["a field as text", {}, { total_count: "7", data: rows }, 7],
  ["a field of what describes the page", {}, { data: rows, meta: { pagination: 1, total: 9 } }, 9],
  ["the header before the body", { "x-total-count": "8" }, { total: 9, rows }, 8],
  ["nothing, where there is none", {}, rows, undefined],
  ["nothing, where it is less than the page has", {}, { total: 1, rows }, undefined],
  ["nothing, where it is no count", {}, { total: 12.5, rows }, undefined],
  ["nothing, where it is empty", { "x-total-count": "many" }, { total: "", totalCount: null, rows }, undefined],
  ["nothing, where a row has such a field", {}, [{ total: 90 }, { total: 80 }], undefined],
])("the total of a list is read from %s", (_, headers, raw, total) => {
  expect(totalIn({ headers, raw, body: rows })).toBe(total);
});

test("an object has no total", () => {
  expect(totalIn({ headers: { "x-total-count": "3" }, raw: { total: 3 }, body: { total: 3 } })).toBeUndefined();
});
