import { expect, test } from "vitest";
import { pairRows, pairsIn } from "./pair-rows.ts";

test.each([
  ["no headers", undefined, []],
  ["an empty text", "", []],
  [
    "texts and references",
    { Accept: "text/csv", "X-Id": "${config.id}" },
    [
      ["Accept", "text/csv"],
      ["X-Id", "${config.id}"],
    ],
  ],
])("rows of %s are the same headers again", (_, headers, expected) => {
  const rows = pairRows(headers);
  expect(rows?.map(({ name, value }) => [name, value])).toEqual(expected);
  expect(pairsIn(rows ?? [])).toEqual(headers || undefined);
});

test.each([["${steps.build.headers}"], [{ a: 1 }], [{ a: ["b"] }], [{ " a": "b" }], [["a"]]])(
  "%j is edited as JSON, since rows would change it",
  (headers) => {
    expect(pairRows(headers)).toBeUndefined();
  },
);

test("a row without a name is left out until it has one", () => {
  expect(pairsIn([{ name: "", value: "x" }])).toBeUndefined();
  expect(pairsIn([{ name: " Accept ", value: "a" }])).toEqual({ Accept: "a" });
});
