import { expect, test } from "vitest";
import { outcomeOf } from "./step-outcome-label.ts";

test.each([
  ["filter", "success", null, { port: "step/filter/port/onSuccess" }],
  ["filter", "failed", null, { port: "step/filter/port/onFailure" }],
  ["filter", "failed", "TypeError", "failed"],
  ["loop", "success", null, { port: "step/loop/port/onSuccess" }],
  ["loop", "failed", null, { port: "step/loop/port/onFailure" }],
  ["script", "success", null, "done"],
  ["httpRequest", "failed", "status 404", "failed"],
  ["retryFormulaExecution", "failed", null, { port: "step/retryFormulaExecution/port/retry" }],
  ["retryFormulaExecution", "failed", "used up", "failed"],
] as const)("a %s that ended as %s with error %s is called %j", (type, status, error, words) => {
  expect(outcomeOf({ type, status, error })).toEqual(words);
});
