import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Decisions by the text of an error, which ends when somebody rewords it: `kind` and `reason` are there for that. */
const BY_TEXT =
  /\bmessage\??\.(?:startsWith|endsWith|includes|match|search|indexOf)\(|\.test\([\w?.]*\bmessage\)|(?<!typeof )\bmessage [!=]==? ["'`]/;

test("no screen decides by the text of an error", () => {
  const files = globSync("{app,components}/**/*.{ts,tsx}").filter((file) => !file.includes(".test."));
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => BY_TEXT.test(readFileSync(file, "utf8")))).toEqual([]);
});

test.each(['error.message.startsWith("Someone")', "/gone/.test(failed.error.message)", 'message === "gone"'])(
  "such as %s",
  (code) => expect(code).toMatch(BY_TEXT),
);
