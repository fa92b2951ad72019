import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { comparisonsOf, parseWhere } from "./where.ts";

const is = (attribute: string, value: unknown, operator = "=") => ({ attribute, operator, value });

describe("the grammar of where", () => {
  test.each<[string, string, unknown]>([
    ["a text", "name = 'Ann'", is("name", "Ann")],
    ["two single quotes, one escaped single quote", "name = 'O''Brien'", is("name", "O'Brien")],
    ["an empty text", "name=''", is("name", "")],
    ["double quotes", 'name = "O\'Brien"', is("name", "O'Brien")],
    ["a number", "size >= 3.5", is("size", 3.5, ">=")],
    ["a number below zero", "size<-2", is("size", -2, "<")],
    ["a number too long for one", "id = 9007199254740993", is("id", "9007199254740993")],
    ["a number too large for one", "id = -1e999", is("id", "-1e999")],
    ["a zero below zero", "id = -0", is("id", 0)],
    ["true", "active = TRUE", is("active", true)],
    ["false", "active = false", is("active", false)],
    ["a date without quotes", "since > 2017-01-01T10:00:00Z", is("since", "2017-01-01T10:00:00Z", ">")],
    ["a day without quotes", "since > 2017-01-01", is("since", "2017-01-01", ">")],
    ["!=", "a != 1", is("a", 1, "!=")],
    ["<>", "a <> 1", is("a", 1, "!=")],
    ["<=", "a <= 1", is("a", 1, "<=")],
    [">", "a > 1", is("a", 1, ">")],
    ["LIKE", "name like '%a%'", is("name", "%a%", "LIKE")],
    ["IN", "name IN ('a', 2)", is("name", ["a", 2], "IN")],
    ["IS NULL", "name is null", is("name", null, "IS NULL")],
    ["IS NOT NULL", "name Is Not Null", is("name", null, "IS NOT NULL")],
    ["a column with dots", "address.city = 'x'", is("address.city", "x")],
    ["a column in back-ticks", "`Order By.x y` = 'x'", is("Order By.x y", "x")],
    ["back-ticks within one", "`a``b` = 1", is("a`b", 1)],
    ["a column keeps its case", "LastName = 'x'", is("LastName", "x")],
    ["AND", "a=1 AND b=2", { all: [is("a", 1), is("b", 2)] }],
    ["OR", "a=1 or b=2", { any: [is("a", 1), is("b", 2)] }],
    ["AND before OR", "a=1 or b=2 and c=3", { any: [is("a", 1), { all: [is("b", 2), is("c", 3)] }] }],
    ["parentheses", "(a=1 or b=2) and c=3", { all: [{ any: [is("a", 1), is("b", 2)] }, is("c", 3)] }],
    ["what looks like more inside a text", "a='x'' OR ''1''=''1'", is("a", "x' OR '1'='1")],
    ["line breaks", "\n a = 1\n and\tb = 2 ", { all: [is("a", 1), is("b", 2)] }],
  ])("%s", (_, text, expected) => {
    expect(parseWhere(text)).toEqual(expected);
  });

  test.each<[string, string, number]>([
    ["nothing", "", 1],
    ["a value only", "'a'", 1],
    ["no value", "a =", 4],
    ["a text that does not end", "a = 'x", 7],
    ["a back-tick that does not end", "`a = 'x'", 9],
    ["two texts", "a = 'x' 'y'", 9],
    ["a word for a value", "a = b", 5],
    ["no operator", "a 1", 3],
    ["an operator of Unicode", "a ≠ 1", 3],
    ["a function", "lower(a) = 'x'", 6],
    ["a parenthesis that does not close", "(a = 1", 7],
    ["a parenthesis that did not open", "a = 1)", 6],
    ["AND at the end", "a = 1 AND", 10],
    ["an empty list", "a in ()", 7],
    ["a keyword as a column", "and = 1", 1],
    ["IS without NULL", "a is 1", 6],
    ["a number that is none", "a = 1.2.3", 5],
  ])("refuses %s and says where (E14)", (_, text, position) => {
    expect(() => parseWhere(text)).toThrow(new RegExp(`^where: expected .* at position ${position}\\b`));
  });

  test("refuses parentheses in parentheses in parentheses (E14)", () => {
    expect(() => parseWhere("(".repeat(10_000))).toThrow(/at most 100 parentheses/);
  });

  test.each([
    ["quotes", `a = '${"''".repeat(250_000)}`],
    ["LIKE", Array.from({ length: 100_000 }, (_, i) => `a${i} like '%x%'`).join(" and ")],
    ["white space", `a${" ".repeat(1_000_000)}`],
    ["one long word", "a".repeat(1_000_000)],
    ["digits", `a = ${"1".repeat(500_000)}x`],
    ["a long list", `a in (${"1,".repeat(200_000)}`],
  ])("reads a megabyte of %s in linear time (E14)", (_, text) => {
    const spent = cpuMs(() => {
      try {
        parseWhere(text);
      } catch {}
    });
    expect(spent).toBeLessThan(LINEAR_MS);
  });

  test("reads back every text and column that is written by the rules", () => {
    const quoted = (text: string, quote: string) => `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
    const column = fc.string({ unit: "grapheme", minLength: 1 });
    const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(fc.array(fc.tuple(column, value), { minLength: 1, maxLength: 5 }), (pairs) => {
        const text = pairs.map(([name, item]) => {
          const written = typeof item === "string" ? quoted(item, "'") : String(item);
          return `${quoted(name, "`")} = ${written}`;
        });
        const read = comparisonsOf(parseWhere(text.join(" or ")));
        expect(read).toEqual(pairs.map(([attribute, item]) => is(attribute, Object.is(item, -0) ? 0 : item)));
      }),
    );
  });

  test("parses or refuses any text, with no other effect", () => {
    const piece = fc.constantFrom(
      "'",
      "`",
      '"',
      "(",
      ")",
      ",",
      "a",
      " ",
      "AND",
      "in",
      "is",
      "null",
      "=",
      "<",
      "1",
      "-",
      ".",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          parseWhere(pieces.join(""));
        } catch (error) {
          expect(error).toMatchObject({ kind: "badRequest", message: expect.stringContaining("where: ") });
        }
      }),
    );
  });
});
