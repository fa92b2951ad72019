import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "./errors.ts";
import { parseWhere } from "./where.ts";

const COLUMNS = ["name", "id"];

test("a quote inside a text is written twice", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (values) => {
      const list = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(",");
      expect(parseWhere(`name in (${list})`, COLUMNS)).toEqual([{ column: "name", values }]);
    }),
  );
});

test("conditions are joined by and; numbers need no quotes", () => {
  expect(parseWhere(" name='a'  AND id IN (1, 2)", COLUMNS)).toEqual([
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
  expect(() => parseWhere(text, COLUMNS)).toThrow(/where: .*such as/);
});

test("no text makes it fail otherwise", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      try {
        parseWhere(text, COLUMNS);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    }),
  );
});
