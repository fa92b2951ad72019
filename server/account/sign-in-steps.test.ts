import { expect, test } from "vitest";
import { stepIn, withStep } from "./sign-in-steps.ts";

test("the page reads which step of a sign-in is missing; other refusals stay as they are", () => {
  for (const step of ["secondFactor", "passwordExpired", "passwordRefused"] as const)
    expect(stepIn(withStep(step, "A message."))).toEqual({ step, message: "A message." });
  expect(stepIn(withStep("inProgress", "A message."))).toEqual({ step: undefined, message: "A message." });
  expect(withStep(undefined, "A message.")).toBe("A message.");
});
