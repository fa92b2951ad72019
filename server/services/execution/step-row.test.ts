import { expect, test } from "vitest";
import type { StepRecord } from "#server/formula/run.ts";
import type { StepOutcome } from "#server/formula/walk-state.ts";
import { toOutcome, toStepRow } from "./step-row.ts";

/** Encrypts by reversing the text. */
const vault = {
  seal: (text: string) => text.split("").reverse().join(""),
  open: (sealed: string) => sealed.split("").reverse().join(""),
  hasSealed: () => true,
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
] as const)("a run that is taken over continues with %s unchanged", (_, type, outcome, isSealed) => {
  const row = toStepRow(recordOf(type, outcome), { seq: 3, delayMs: 0 }, scope);
  expect((row.sealed ?? row.exact) !== null).toBe(isSealed);
  expect(row.output ?? "").not.toContain("s3cret");
  expect(toOutcome(row, scope)).toEqual(outcome);
});

const LARGE = "x".repeat(4 * 1024 * 1024 + 1);

test("the limit of 4 MB applies to each value, and an error names the one that exceeds it", () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, "y".repeat(10_000)]));
  const whole = toStepRow(recordOf("script", { took: "onSuccess", output: fields }), { seq: 0, delayMs: 0 }, scope);
  expect([JSON.parse(whole.output ?? ""), whole.notes, whole.sealed]).toEqual([fields, null, null]);

  const outcome = { took: "onSuccess", output: { ...fields, large: LARGE }, notes: { console: ["hi"] } } as const;
  const cut = toStepRow(recordOf("script", outcome), { seq: 0, delayMs: 0 }, scope);
  expect(JSON.parse(cut.output ?? "")).toEqual(fields);
  expect(JSON.parse(cut.notes ?? "")).toEqual({
    console: ["hi"],
    truncated: "Larger than 4 MB and not kept in this record: large.",
  });
  expect(toOutcome(cut, scope)).toEqual(outcome);
});

test.each([
  ["httpRequest", { request: { body: "" }, response: { code: 200, body: LARGE } }, "response.body"],
  ["script", LARGE, "result"],
  ["loop", { entry: { text: LARGE }, index: 3 }, "entry"],
])("a large value of a step of type %s is named by its key", (type, output, key) => {
  const row = toStepRow(recordOf(type, { took: "onSuccess", output }), { seq: 0, delayMs: 0 }, scope);
  expect(JSON.parse(row.notes ?? "").truncated).toContain(`: ${key}.`);
  expect((row.output ?? "").length).toBeLessThan(1000);
});
