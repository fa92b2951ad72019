import { describe, expect, test } from "vitest";
import { runStep } from "#server/testing/fake-formula-ports.ts";
import { retryFormulaExecution } from "./retry-formula-execution.ts";

const retry = (engine: "v1" | "v3", attempt: number, retryAttempts?: unknown) =>
  runStep(retryFormulaExecution, { retryAttempts }, { engine, attempt });

describe("spec §3 retryFormulaExecution; §8 retry delay of an execution: waits round(e^x) minutes", () => {
  test.each([
    [1, 3],
    [2, 7],
    [3, 20],
    [4, 55],
    [5, 148],
    [6, 403],
    [7, 1097],
  ])("v1, attempt %i: %i", async (attempt, delayMinutes) => {
    expect(await retry("v1", attempt)).toMatchObject({ took: "retry", delayMinutes });
  });
  test.each([
    [1, 1],
    [2, 3],
    [3, 7],
  ])("v3, attempt %i: %i", async (attempt, delayMinutes) => {
    expect(await retry("v3", attempt)).toEqual({ took: "retry", delayMinutes, output: { attempt } });
  });
});

test("v1 says when, with an offset (spec §2.6)", async () => {
  expect((await retry("v1", 1)).output).toEqual({
    error: "The execution is scheduled for a retry at approximately 2026-01-01T12:03:00.000+00:00.",
  });
});

test.each([
  ["used up", 3, 2, "The retry attempts (2) are used up."],
  ["used up as text", 2, "1", "The retry attempts (1) are used up."],
  ["used up at seven", 8, undefined, "The retry attempts (7) are used up."],
  ["too many", 1, 8, "retryAttempts: must be at most 7"],
])("attempts %s fail the step", async (_, attempt, retryAttempts, error) => {
  expect(await retry("v1", attempt, retryAttempts)).toEqual({ took: "onFailure", error });
  const isUsedUp = error.includes("used up");
  const ended = { took: "onFailure", error, ...(isUsedUp && { output: { attempt } }) };
  expect(await retry("v3", attempt, retryAttempts)).toEqual(ended);
});
