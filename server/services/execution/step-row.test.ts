import { expect, test } from "vitest";
import type { StepRecord } from "#server/formula/run.ts";
import type { StepOutcome } from "#server/formula/step-type.ts";
import { toOutcome, toStepRow } from "./step-row.ts";

/** Seals by turning around. */
const vault = {
  seal: (text: string) => text.split("").reverse().join(""),
  open: (sealed: string) => sealed.split("").reverse().join(""),
};
const scope = { executionId: 1, attempt: 1, secrets: () => ["s3cret"], vault };

const recordOf = (type: string, outcome: StepOutcome): StepRecord => ({
  path: "",
  name: "step",
  type,
  engine: "v3",
  hidden: false,
  outcome,
  startedAt: new Date(0),
  durationMs: 1,
});

test.each([
  ["a script's output", "script", { took: "onSuccess", output: { a: 1 } }, false],
  ["a script's output with a secret", "script", { took: "onSuccess", output: { a: "s3cret" } }, true],
  ["an entry of a loop", "loop", { took: "onSuccess", output: { entry: "plain", index: 4 }, memory: 5 }, false],
  ["an entry with a secret", "loop", { took: "onSuccess", output: { entry: "s3cret", index: 4 }, memory: 5 }, true],
  [
    "an entry that is too large to be kept",
    "loop",
    { took: "onSuccess", output: { entry: "x".repeat(4 * 1024 * 1024 + 1), index: 0 }, memory: 1 },
    true,
  ],
] as const)("a run that is taken over goes on with %s as it was (reliability S2)", (_, type, outcome, isSealed) => {
  const row = toStepRow(recordOf(type, outcome), { seq: 3, delayMs: 0 }, scope);
  expect(row.sealed !== null).toBe(isSealed);
  expect(row.output ?? "").not.toContain("s3cret");
  expect(toOutcome(row, scope)).toEqual(outcome);
});
