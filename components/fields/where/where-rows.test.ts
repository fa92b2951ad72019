import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMPARISONS, parseWhere } from "#server/element/query/where.ts";
import { whereText } from "#server/element/query/where-text.ts";
import {
  readWhereRows,
  rowProblem,
  type WhereRow,
  withAttribute,
  withOperator,
  withValue,
  writeWhereRows,
} from "./where-rows.ts";

const row = (fields: Partial<WhereRow> = {}): WhereRow => ({
  attribute: "name",
  operator: "=",
  value: "Ada",
  kind: "text",
  ...fields,
});
const written = (...rows: WhereRow[]) => writeWhereRows({ joined: "all", rows });

describe("a where", () => {
  test.each([
    ["", "all", []],
    ["name = 'Ada'", "all", [row()]],
    [
      "age>30 and isNew=true",
      "all",
      [
        row({ attribute: "age", operator: ">", value: "30", kind: "number" }),
        row({ attribute: "isNew", value: "true", kind: "boolean" }),
      ],
    ],
    [
      "a = '30' OR b IS NOT NULL",
      "any",
      [row({ attribute: "a", value: "30" }), row({ attribute: "b", operator: "IS NOT NULL", value: undefined })],
    ],
    ["`a b` in ('it''s', 2)", "all", [row({ attribute: "a b", operator: "IN", value: "'it''s', 2" })]],
    ["name = ''", "all", [row({ value: "" })]],
  ] as const)("%s has rows", (text, joined, rows) => expect(readWhereRows(text)).toEqual({ joined, rows }));

  test.each(["a = 1 AND (b = 2 OR c = 3)", "a = 1 OR b = 2 AND c = 3", "a =", "name ~ 'x'", "a = 1 AND"])(
    "%s stays text",
    (text) => expect(readWhereRows(text)).toBeNull(),
  );

  const literal = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  const comparison = fc
    .record({
      attribute: fc.string({ minLength: 1 }).filter((name) => name.trim() === name),
      operator: fc.constantFrom(...COMPARISONS),
      one: literal,
      more: fc.array(literal, { minLength: 1 }),
    })
    .map(({ attribute, operator, one, more }) => ({
      ...{ attribute, operator },
      value: operator.startsWith("IS") ? null : operator === "IN" ? more : one,
    }));
  test("is the same after it was shown as rows", () => {
    fc.assert(
      fc.property(fc.array(comparison, { minLength: 2, maxLength: 4 }), fc.boolean(), (all, isAny) => {
        const text = whereText(isAny ? { any: all } : { all });
        let before: ReturnType<typeof parseWhere>;
        try {
          before = parseWhere(text);
        } catch {
          return; // No day of the calendar.
        }
        const rows = readWhereRows(text);
        expect(rows).not.toBeNull();
        expect(parseWhere(writeWhereRows(rows ?? { joined: "all", rows: [] }))).toEqual(before);
      }),
    );
  });
});

describe("rows", () => {
  test("that are not complete are left out", () => {
    const incomplete = [
      row({ attribute: " " }),
      row({ value: undefined }),
      row({ value: "3x", kind: "number" }),
      row({ value: "2026-02-31" }),
      row({ operator: "IN", value: "'a" }),
    ];
    expect(incomplete.map(rowProblem)).toEqual(["field", "value", "number", "invalid", "invalid"]);
    expect(written(...incomplete, row())).toBe("name = 'Ada'");
    expect(rowProblem(row({ operator: "IS NULL", value: undefined }))).toBeUndefined();
  });

  test("quote what would be read as something else", () =>
    expect(written(row({ attribute: "first name", value: "O'Brien' OR 'a' = 'a" }))).toBe(
      "`first name` = 'O''Brien'' OR ''a'' = ''a'",
    ));

  test("of several values take words without quotes, and nothing beside the list", () => {
    expect(written(row({ operator: "IN", value: "Ada, Grace" }))).toBe("name IN ('Ada', 'Grace')");
    expect(written(row({ operator: "IN", value: "1, 2", kind: "number" }))).toBe("name IN (1, 2)");
    expect(written(row({ operator: "IN", value: "1) OR (x = 2" }))).toBe("name IN ('1) OR (x = 2')");
  });

  test("have values of the kind of their field", () => {
    const age = { name: "age", kind: "number" } as const;
    expect(written(withValue(row({ value: undefined }), "30", age))).toBe("name = 30");
    expect(rowProblem(withValue(row(), "thirty", age))).toBe("number");
    expect(withAttribute(row({ value: "30" }), "age", age)).toMatchObject({ attribute: "age", kind: "number" });
    expect(withValue(row(), "30", { name: "name", kind: "text" })).toMatchObject({ kind: "text" });
    // Values of fields without a description keep their type.
    expect(withValue(row({ value: "1", kind: "number" }), "2", undefined)).toMatchObject({ kind: "number" });
    expect(withValue(row({ value: "1", kind: "number" }), "two", undefined)).toMatchObject({ kind: "text" });
    expect(withValue(row(), "", undefined)).toMatchObject({ value: undefined });
  });

  test("keep their value with another operator", () => {
    const list = withOperator(row(), "IN", undefined);
    expect(list.value).toBe("'Ada'");
    expect(withOperator({ ...list, value: "2, 3" }, ">", undefined)).toMatchObject({ value: "2", kind: "number" });
    expect(withOperator(row({ value: "3", kind: "number" }), "LIKE", undefined)).toMatchObject({ kind: "text" });
    expect(withOperator(row(), "IS NULL", undefined)).toMatchObject({ value: undefined });
    expect(withOperator(row({ operator: "IS NULL", value: undefined }), "=", undefined)).toMatchObject({
      value: undefined,
    });
  });
});
