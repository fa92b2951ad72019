import { expect, test } from "vitest";
import { outcomeOf } from "./step-outcome-label.ts";

test.each([
  ["filter", "success", null, "designer.ports.true"],
  ["filter", "failed", null, "designer.ports.false"],
  ["filter", "failed", "TypeError", "executions.outcome.failed"],
  ["loop", "success", null, "designer.ports.eachItem"],
  ["loop", "failed", null, "designer.ports.whenDone"],
  ["script", "success", null, "executions.outcome.done"],
  ["httpRequest", "failed", "status 404", "executions.outcome.failed"],
  ["retryFormulaExecution", "failed", null, "executions.outcome.retry"],
  ["retryFormulaExecution", "failed", "used up", "executions.outcome.failed"],
] as const)("a %s that ended as %s with error %s is called %s", (type, status, error, words) => {
  expect(outcomeOf({ type, status, error })).toBe(words);
});
