import { expect, test } from "vitest";
import { problem } from "./password-messages.ts";
import { stepIn, withStep } from "./sign-in-steps.ts";

test("the page reads which step of a sign-in is missing; other refusals stay as they are", () => {
  for (const step of ["secondFactor", "passwordExpired"] as const)
    expect(stepIn(withStep(step, "A message."))).toEqual({ step, message: "A message.", problems: [] });
  expect(stepIn(withStep("inProgress", "A message."))).toMatchObject({ step: undefined, message: "A message." });
  expect(withStep(undefined, "A message.")).toBe("A message.");
});

test("the page reads what the policy says about the new password, to translate it", () => {
  const problems = [problem("length", { least: 12 }), problem("username")];
  expect(stepIn(withStep("passwordRefused", "A message.", problems))).toMatchObject({
    ...{ step: "passwordRefused", problems },
  });
  expect(stepIn("Password refused: password: must be longer.")).toMatchObject({
    ...{ step: "passwordRefused", problems: [], message: "password: must be longer." },
  });
});
