import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Texts of the server for people: errors, and explanations. */
const TEXT = "(?:message|reason|explanation|cause|help)";

/** Conditions on such a text, which break when it is reworded: use `kind`, `reason` or `reasonCode` instead. */
const BY_TEXT = new RegExp(
  [
    `\\b${TEXT}\\??\\.(?:startsWith|endsWith|includes|match|search|indexOf)\\(`,
    `\\.test\\([\\w?.]*\\b${TEXT}\\)`,
    `(?<!typeof |data\\?\\.)\\b${TEXT} [!=]==? ["'\`](?!["'\`])`,
  ].join("|"),
);

test("no screen decides by the text of an error", () => {
  const files = globSync("{app,components}/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => BY_TEXT.test(readFileSync(file, "utf8")))).toEqual([]);
});

/** The error of a request as text: without a response it is that of the browser, such as "Failed to fetch". */
const OF_REQUEST = /\b(?:\w+\.error|[eE]rror)\.message\}|onError: \(\{ message \}\)/;

test("no screen shows the text of the browser for a request without a response", () => {
  const files = globSync("components/**/*.tsx").filter((file) => !file.includes(".test."));
  expect(files.filter((file) => OF_REQUEST.test(readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  'error.message.startsWith("Someone")',
  "/gone/.test(failed.error.message)",
  'message === "gone"',
  "matched || !reason?.startsWith(ELSEWHERE)",
  'cause.includes("credentials")',
])("such as %s", (code) => expect(code).toMatch(BY_TEXT));

test.each(['error.data?.reason === "publishedMeanwhile"', 'reasonCode !== "otherInstance"', 'problem !== ""'])(
  "not %s",
  (code) => expect(code).not.toMatch(BY_TEXT),
);
