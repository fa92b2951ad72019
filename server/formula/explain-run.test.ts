import { expect, test } from "vitest";
import { explainRun, type RunFacts } from "./explain-run.ts";
import type { StepFacts } from "./story.ts";

const step = (name: string, type: string, more: Partial<StepFacts> = {}): StepFacts => ({
  name,
  type,
  took: "onSuccess",
  error: null,
  ...more,
});
const told = (steps: StepFacts[], more: Partial<RunFacts> = {}) =>
  explainRun({ state: "success", triggerType: "manual", attempt: 1, durationMs: 350, steps, ...more });

test.each([
  ["manual", {}, "It was started by hand or by the API."],
  ["event", { about: "contact 12" }, "An event about contact 12 started it."],
  ["elementRequest", { about: "POST /contacts" }, "The call POST /contacts started it."],
  ["scheduled", {}, "The schedule started it."],
  ["manual", { attempt: 3 }, "It was started by hand or by the API. This is attempt 3."],
  ["manual", { parentId: 7, reused: 0 }, "It runs execution 7 again, from the start."],
  ["manual", { parentId: 7, reused: 3 }, "It runs execution 7 again, with 2 steps taken over from there."],
  [
    "manual",
    { parentId: 7, reused: 3, edited: ["trigger", "make"] },
    'It runs execution 7 again, with 2 steps taken over from there. Somebody edited its input and what "make" had handed on first.',
  ],
  ["scheduled", { isTrial: true }, "Somebody tried a draft of the formula with it."],
])("a run by %s %j begins with: %s", (triggerType, more, words) => {
  expect(told([], { triggerType, ...more })[0]).toBe(words);
});

test.each([
  [[step("a", "script")], 'The JS script "a" ran.'],
  [[step("a", "script"), step("a", "script")], 'The JS script "a" ran 2 times.'],
  [[step("a", "httpRequest", { code: 200 })], 'The HTTP request "a" was answered with 200.'],
  [
    [step("a", "httpRequest", { code: 404, took: "onFailure", error: "GET /x returned status 404." })],
    'The HTTP request "a" was answered with 404. It failed: GET /x returned status 404.',
  ],
  [[step("a", "filter")], 'The filter "a" said yes.'],
  [[step("a", "filter", { took: "onFailure" })], 'The filter "a" said no.'],
  [
    [step("a", "filter"), step("a", "filter", { took: "onFailure" }), step("a", "filter")],
    'The filter "a" said yes 2 times and no 1 time.',
  ],
  [[step("a", "loop"), step("a", "loop", { took: "onFailure" })], 'The loop "a" went through 1 item.'],
  [[step("a", "loop", { took: "onFailure" })], 'The loop "a" had nothing to go through.'],
  [[step("a", "loop"), step("a", "loop")], 'The loop "a" got to 2 items.'],
  [
    [step("a", "script"), step("a", "script", { took: "onFailure", error: "boom" })],
    'The JS script "a" ran 2 times. 1 time it failed: boom.',
  ],
  [[step("a", "retryFormulaExecution", { took: "retry" })], '"a" asked for the whole run once more.'],
  [[step("a", "formula")], 'The formula of "a" ran.'],
])("%j is told as: %s", (steps, words) => {
  expect(told(steps)[1]).toBe(words);
});

test.each([
  ["success", {}, "It succeeded after 350 ms."],
  ["failed", { error: "There is no step x." }, "It failed after 350 ms. There is no step x."],
  ["cancelled", { durationMs: 61_000 }, "It was cancelled after 1 min."],
  ["queued", {}, "It waits for its turn."],
  ["running", {}, "It is under way."],
  ["waitingRetry", {}, "It waits, and begins again by itself."],
] as const)("%s %j ends with: %s", (state, more, words) => {
  expect(told([], { state, ...more }).at(-1)).toBe(words);
});

test("a failure that other steps dealt with still makes the run fail, which is said", () => {
  const steps = [step("a", "script", { error: "boom", took: "onFailure" }), step("b", "script")];
  expect(told(steps, { state: "failed" }).at(-1)).toContain("although it went on");
});
