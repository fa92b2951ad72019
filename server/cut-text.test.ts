import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cutText, firstCharacter } from "./cut-text.ts";

const FAMILY = "👩‍👩‍👧‍👦";

test.each([
  ["short", 10, "short"],
  ["longer text", 6, "longer"],
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  [`a${FAMILY}b`, 5, "a"],
  [`a${FAMILY}b`, 12, `a${FAMILY}`],
  ["e\u0301e\u0301", 3, "e\u0301"],
  ["😀", 1, ""],
  [`a${"\u0301".repeat(200)}`, 100, `a${"\u0301".repeat(99)}`],
  ["", 0, ""],
])("%j is cut to %i units as %j", (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
  expect(cut.isWellFormed()).toBe(true);
});

test.each([
  ["😀 Smile", "😀"],
  [`${FAMILY}x`, FAMILY],
  ["Ann", "A"],
  ["", ""],
])("the first character of %j is %j", (text, first) => {
  expect(firstCharacter(text)).toBe(first);
});

/** A length of 40 or more is that of a text; lists are cut at fewer entries. */
const CUT = /\.(?:slice|substring)\(0, (?:[4-9]\d|\d{3,})\)|\bword\[0\]/;

test("screens cut no text within a character", () => {
  const sources = globSync(["components/**/*.{ts,tsx}", "app/**/*.{ts,tsx}"]).filter(
    (path) => !path.includes(".test."),
  );
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.filter((path) => CUT.test(readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});
