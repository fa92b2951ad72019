import { expect, test } from "vitest";
import { headerRows, headersIn } from "./header-rows.ts";

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
  const rows = headerRows(headers);
  expect(rows?.map(({ name, value }) => [name, value])).toEqual(expected);
  expect(headersIn(rows ?? [])).toEqual(headers || undefined);
});

test.each([["${steps.build.headers}"], [{ a: 1 }], [{ a: ["b"] }], [{ " a": "b" }], [["a"]]])(
  "%j is edited as JSON, since rows would change it",
  (headers) => {
    expect(headerRows(headers)).toBeUndefined();
  },
);

test("a row without a name is left out until it has one", () => {
  expect(headersIn([{ name: "", value: "x" }])).toBeUndefined();
  expect(headersIn([{ name: " Accept ", value: "a" }])).toEqual({ Accept: "a" });
});
