import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mentions, PAGE, problems, rowsIn, securityPage } from "./coverage.ts";

test("each attack has a test, and tests name attacks that exist", () => {
  expect(problems(mentions())).toEqual([]);
});

test("the committed page lists them; `npm run coverage:attacks` writes it", () => {
  const page = readFileSync(join(import.meta.dirname, "../..", PAGE), "utf8");
  expect(page).toBe(securityPage(page, mentions()));
});

const titled = (title: string) => `test("${title}", () => {});`;

test.each([
  [titled("A99: a row"), ["A99"]],
  [titled("a row (B98, C97)"), ["B98", "C97"]],
  [titled("A99, B98: two rows"), ["A99", "B98"]],
  [titled("no row: the id A99 in a sentence"), []],
  [titled("no row (A999)"), []],
  ["// A99: a comment", []],
  ['test.each([\n  ["a case (A99)", 1],\n])("%s", () => {});', ["A99"]],
  ['const attacks = { "an attack (A99)": [] };', ["A99"]],
  ['test.each([["a case", "A99: a value"]])("%s", () => {});', []],
  ['test.each(["a sample", `test("A99: in a text")`])("%s", () => {});', []],
])("%s names %j", (source, rows) => expect(rowsIn(source)).toEqual(rows));

test("a row that lost its test and a title without a row are problems", () => {
  const found = new Map([...mentions()].filter(([id]) => id !== "A01"));
  found.set("A98", new Set(["x.test.ts"]));
  expect(problems(found)).toEqual(expect.arrayContaining(["A01 has no test", "x.test.ts: there is no row A98"]));
});
