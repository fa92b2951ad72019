import fc from "fast-check";
import { expect, test } from "vitest";
import { COMPARISONS, parseWhere, type Where } from "./where.ts";
import { whereText } from "./where-text.ts";

test.each([
  ["name='x'", "name = 'x'"],
  ["a=1 and (b=2 or c=3)", "a = 1 AND (b = 2 OR c = 3)"],
  ["a = 1 or b = 2 and c = 3", "a = 1 OR (b = 2 AND c = 3)"],
  ["`a b` in ('it''s', 2)", "`a b` IN ('it''s', 2)"],
  ["a is not null and b like 'x%'", "a IS NOT NULL AND b LIKE 'x%'"],
])("%s is written as %s", (text, written) => expect(whereText(parseWhere(text))).toBe(written));

const literal = fc.oneof(
  fc.string().filter((text) => !/^\d{4}-/.test(text)),
  fc.integer(),
  fc.boolean(),
);
const comparison = fc
  .record({
    attribute: fc.string({ minLength: 1 }),
    operator: fc.constantFrom(...COMPARISONS),
    one: literal,
    more: fc.array(literal, { minLength: 1 }),
  })
  .map(({ attribute, operator, one, more }) => ({
    ...{ attribute, operator },
    value: operator.startsWith("IS") ? null : operator === "IN" ? more : one,
  }));
const where = fc.letrec<{ where: Where }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc
      .array(
        tie("where").filter((part) => !("all" in part)),
        { minLength: 2, maxLength: 3 },
      )
      .map((all) => ({ all })),
    fc
      .array(
        tie("where").filter((part) => !("any" in part)),
        { minLength: 2, maxLength: 3 },
      )
      .map((any) => ({ any })),
  ),
})).where;

test("every condition that is written is read as the same one", () => {
  fc.assert(fc.property(where, (given) => void expect(parseWhere(whereText(given))).toEqual(given)));
});
