import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../errors.ts";
import { parseColumnConditions } from "./column-conditions.ts";

const COLUMNS = ["name", "id"];

test("a quote inside a text is written twice", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (values) => {
      const list = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(",");
      expect(parseColumnConditions(`name in (${list})`, COLUMNS)).toEqual([{ column: "name", values }]);
    }),
  );
});

test("conditions are joined by and; numbers need no quotes", () => {
  expect(parseColumnConditions(" name='a'  AND id IN (1, 2)", COLUMNS)).toEqual([
    { column: "name", values: ["a"] },
    { column: "id", values: ["1", "2"] },
  ]);
});

test.each([
  "",
  "name",
  "name like 'a'",
  "name=''a'",
  "name='a' or id=1",
  "other='a'",
  "name in ()",
  "name in ('a',)",
  "name='a' and",
  "1=1",
  "name='a')",
])("%j is refused with an example", (text) => {
  expect(() => parseColumnConditions(text, COLUMNS)).toThrow(/where: .*such as/);
});

test("numbers are compared as text, dates as they are written", () => {
  expect(parseColumnConditions("(id=12) and `name` in (true, 2026-01-31)", COLUMNS)).toEqual([
    { column: "id", values: ["12"] },
    { column: "name", values: ["true", "2026-01-31"] },
  ]);
});

test("no text makes it fail otherwise", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        parseColumnConditions(text, COLUMNS);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    }),
  );
});
