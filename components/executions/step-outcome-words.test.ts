import { expect, test } from "vitest";
import { outcomeWords } from "./step-outcome-words.ts";

test.each([
  ["filter", "success", null, "true"],
  ["filter", "failed", null, "false"],
  ["filter", "failed", "TypeError", "failed"],
  ["loop", "success", null, "each item"],
  ["loop", "failed", null, "when done"],
  ["script", "success", null, "done"],
  ["httpRequest", "failed", "status 404", "failed"],
  ["retryFormulaExecution", "failed", null, "tries again"],
  ["retryFormulaExecution", "failed", "used up", "failed"],
] as const)("a %s that ended as %s with error %s is called %j", (type, status, error, words) => {
  expect(outcomeWords({ type, status, error })).toBe(words);
});
