import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { bindNames } from "./named-values.ts";

test.each<[string, string, string, unknown[]]>([
  ["a name", "select :a", "select $1", [1]],
  ["names in order, each place its own", "select :b, :a, :b", "select $1, $2, $3", [2, 1, 2]],
  ["a name without a value is null", "select :c", "select $1", [null]],
  ["nothing of an object's own is a value", "select :constructor", "select $1", [null]],
  ["a cast", "select :a::int, x::text, :b :: int", "select $1::int, x::text, $2 :: int", [1, 2]],
  ["a text", "select ':a', 'it''s :a', :a", "select ':a', 'it''s :a', $1", [1]],
  ["a text with a backslash at its end", String.raw`select '\', :a`, String.raw`select '\', $1`, [1]],
  ["an escape text", String.raw`select E'\':a', e'\\', :a`, String.raw`select E'\':a', e'\\', $1`, [1]],
  ["a quoted name", 'select ":a", "x"":a", :a', 'select ":a", "x"":a", $1', [1]],
  ["a line comment", "select 1 -- :a ' \n, :a", "select 1 -- :a ' \n, $1", [1]],
  ["nested comments", "/* /* :a */ :a ' */ select :a", "/* /* :a */ :a ' */ select $1", [1]],
  ["dollar quotes", "select $$:a ' $$, $x$ :a $$ $x$, :a", "select $$:a ' $$, $x$ :a $$ $x$, $1", [1]],
  ["a dollar within a name", "select a$b$ , :a, b$b$", "select a$b$ , $1, b$b$", [1]],
  ["a slice", "select x[1:2], x[:a]", "select x[1:2], x[$1]", [1]],
  ["an assignment", "select f(x := :a)", "select f(x := $1)", [1]],
  ["a text that does not end", "select ':a", "select ':a", []],
  ["a comment that does not end", "select /* :a", "select /* :a", []],
  ["dollar quotes that do not end", "select $$ :a", "select $$ :a", []],
])("%s", (_, text, written, values) => {
  expect(bindNames(text, { a: 1, b: 2 })).toEqual({ text: written, values });
});

test("a value is never part of the text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 30 }), (text, value) => {
      expect(bindNames(`${text} :a`, { a: value }).text).not.toContain(value);
    }),
  );
});

test.each([["/*"], ["'"], ["$a$"], ["$"], ["--"], [":"], [": :a"], ['"'], ["$$'"], ["e'\\"]])(
  "many %j take linear time",
  (piece) => {
    expect(cpuMs(() => bindNames(piece.repeat(1_000_000), {}))).toBeLessThan(LINEAR_MS);
  },
);
