import { expect, test } from "vitest";
import { hasFailed } from "./has-failed.ts";

test.each([
  ["a step with an error", { status: "failed" as const, error: "boom" }, true],
  ["a false filter, or a loop at its end", { status: "failed" as const, error: null }, false],
  ["a success", { status: "success" as const, error: null }, false],
])("%s: has failed is %s", (_, step, expected) => {
  expect(hasFailed(step)).toBe(expected);
});
