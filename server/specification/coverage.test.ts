import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { coveragePage, mentions, mentionsIn, PAGE, problems } from "./coverage.ts";
import { SECTIONS } from "./rows.ts";

describe("the specification", () => {
  test("has a test for each row, or a reason why not, and tests name rows that exist", () => {
    expect(problems(mentions())).toEqual([]);
  });

  test("is covered as the committed page says; `npm run coverage:spec` writes it", () => {
    const page = readFileSync(join(import.meta.dirname, "../..", PAGE), "utf8");
    expect(page).toBe(coveragePage(mentions()));
  });

  test("names each row once, without the signs that separate rows in a title", () => {
    for (const { number, rows } of SECTIONS) {
      expect(new Set(rows).size, number).toBe(rows.length);
      expect(rows.filter((row) => /[,;:"`]/.test(row))).toEqual([]);
    }
    expect(new Set(SECTIONS.map(({ number }) => number)).size).toBe(SECTIONS.length);
  });
});

/** Titles are composed here, so that this file itself mentions no row. */
const titled = (call: string, title: string) => `${call}("spec ${title}", () => {});`;

describe("the reader of titles", () => {
  test.each([
    [titled("test", "§2.4 name: is unique"), ["2.4 name"]],
    [titled("  describe", "§2.4 name, type: are there"), ["2.4 name", "2.4 type"]],
    [titled("test.each(table)", "§2.4 name; §8 step name: %s"), ["2.4 name", "8 step name"]],
    ["test.each([1])(\n  `spec §4 GET /instances/{id}: x`,\n", ["4 GET /instances/{id}"]],
    [titled("test.skip", "§2.4 name: is unique"), []],
    ["// spec §2.4 name: is no title", []],
    [titled("test", "§2.4 without a colon"), [" §2.4 without a colon"]],
  ])("%j names %j", (source, rows) => {
    expect(mentionsIn(source, "x.test.ts").map(({ section, row }) => `${section} ${row}`)).toEqual(rows);
  });
});

describe("problems are", () => {
  const sections = [{ number: "1", title: "One", rows: ["a", "b"], untested: { b: "Nobody can." } }];
  const mention = (row: string) => ({ section: "1", row, file: "x.test.ts", title: "t" });

  test.each([
    ["a row that lost its test", [], ["§1 a has no test"]],
    ["a title that names no row", [mention("a"), mention("c")], ["x.test.ts: there is no row §1 c"]],
    [
      "a reason that is no longer one",
      [mention("a"), mention("b")],
      ["§1 b is listed as untested, but has a test or does not exist"],
    ],
    ["nothing else", [mention("a")], []],
  ])("%s", (_, found, expected) => {
    expect(problems(found, sections)).toEqual(expected);
  });

  test("listed in the page, where rows without a test stand first", () => {
    const page = coveragePage([mention("a")], sections);
    expect(page).toContain("- §1 `b`: Nobody can.");
    expect(page).toContain("| 1 | `a` | [t](../x.test.ts) |");
    expect(page).toContain("1 of 2 rows have a test.");
  });
});
