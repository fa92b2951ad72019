import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import type { PhraseValues } from "./definition.ts";
import { explainRun, type RunFacts, STORY_MESSAGES } from "./explain-run.ts";
import type { StepFacts } from "./story.ts";

type Visit = { name: string; type: string; took: string; error: string | null; code?: number };

const step = (name: string, type: string, more: Partial<Visit> = {}): Visit => ({
  name,
  type,
  took: "onSuccess",
  error: null,
  ...more,
});

/** The facts of visits of the same step. */
function factsOf(visits: Visit[]): StepFacts[] {
  const [first] = visits;
  if (!first) return [];
  const errors = visits.flatMap(({ error }) => (error === null ? [] : [error]));
  const took: Record<string, number> = {};
  for (const visit of visits) if (visit.error === null) took[visit.took] = (took[visit.took] ?? 0) + 1;
  const { name, type, code } = first;
  return [{ name, type, code, visits: visits.length, took, failures: errors.length, error: errors[0] ?? null }];
}
const english = createTranslator({ locale: "en-GB", messages: STORY_MESSAGES });
const explained = (visits: Visit[], more: Partial<RunFacts> = {}) =>
  explainRun({
    ...{ state: "success", triggerType: "manual", attempt: 1, durationMs: 350 },
    ...{ steps: factsOf(visits), ...more },
  }).map((paragraph) =>
    paragraph.map(({ key, values: { duration, ...values } }) => english(key, inEnglish(values, duration))).join(" "),
  );
const inEnglish = (values: PhraseValues, duration: unknown) => ({
  ...(values as Record<string, string | number>),
  ...(duration !== undefined && { duration: `${(duration as { ms: number }).ms} ms` }),
});

test.each([
  ["manual", {}, "The run was started manually or through the API."],
  ["event", { about: "contact 12" }, "An event about contact 12 triggered the run."],
  ["elementRequest", { about: "POST /contacts" }, "The request POST /contacts triggered the run."],
  ["scheduled", {}, "The schedule started the run."],
  ["manual", { attempt: 3 }, "The run was started manually or through the API. This is attempt 3."],
  ["manual", { parentId: 7, reused: 0 }, "This is a rerun of run 7 from the start."],
  ["manual", { parentId: 7, reused: 3 }, "This is a rerun of run 7 with 2 reused steps."],
  [
    "manual",
    { parentId: 7, reused: 3, edited: ["trigger", "make"] },
    'This is a rerun of run 7 with 2 reused steps. The input was edited first. The output of "make" was edited first.',
  ],
  ["scheduled", { isTrial: true }, "This was a test run of a draft."],
])("a run by %s %j begins with: %s", (triggerType, more, words) => {
  expect(explained([], { triggerType, ...more })[0]).toBe(words);
});

test.each([
  [[step("a", "script")], 'The JS script "a" ran.'],
  [[step("a", "script"), step("a", "script")], 'The JS script "a" ran 2 times.'],
  [[step("a", "httpRequest", { code: 200 })], 'The HTTP request "a" returned status 200.'],
  [
    [step("a", "httpRequest", { code: 404, took: "onFailure", error: "GET /x returned status 404." })],
    'The HTTP request "a" returned status 404. It failed: GET /x returned status 404.',
  ],
  [[step("a", "filter")], 'The filter "a" returned true.'],
  [[step("a", "filter", { took: "onFailure" })], 'The filter "a" returned false.'],
  [
    [step("a", "filter"), step("a", "filter", { took: "onFailure" }), step("a", "filter")],
    'The filter "a" returned true 2 times and false 1 time.',
  ],
  [[step("a", "loop"), step("a", "loop", { took: "onFailure" })], 'The loop "a" processed 1 item.'],
  [[step("a", "loop", { took: "onFailure" })], 'The loop "a" had no items.'],
  [[step("a", "loop"), step("a", "loop")], 'The loop "a" reached 2 items.'],
  [
    [step("a", "script"), step("a", "script", { took: "onFailure", error: "boom" })],
    'The JS script "a" ran 2 times. 1 time it failed: boom.',
  ],
  [[step("a", "retryFormulaExecution", { took: "retry" })], '"a" scheduled a retry of the run.'],
  [[step("a", "formula")], 'The formula of "a" ran.'],
])("explains %j as: %s", (steps, words) => {
  expect(explained(steps)[1]).toBe(words);
});

test.each([
  ["success", {}, "The run succeeded after 350 ms."],
  ["failed", { error: "There is no step x." }, "The run failed after 350 ms. There is no step x."],
  ["cancelled", { durationMs: 61_000 }, "The run was cancelled after 61000 ms."],
  ["queued", {}, "The run is queued."],
  ["running", {}, "The run is in progress."],
  ["running", { last: "a" }, 'The run is in progress; "a" was the last step to finish.'],
  ["running", { last: "a", unfinished: { name: "b", mayHaveEffect: true } }, 'The run is in progress; "b" is running.'],
  [
    "cancelled",
    { durationMs: 5, unfinished: { name: "b", mayHaveEffect: true } },
    'The run was cancelled after 5 ms. "b" had not finished; its request may have been processed.',
  ],
  ["timedOut", { unfinished: { name: "b", mayHaveEffect: false } }, 'The run timed out. "b" had not finished.'],
  ["waitingRetry", {}, "The run is waiting for its next attempt, which starts automatically."],
] as const)("%s %j ends with: %s", (state, more, words) => {
  expect(explained([], { state, ...more }).at(-1)).toBe(words);
});

test("a failure that other steps dealt with still makes the run fail, which is said", () => {
  const steps = [step("a", "script", { error: "boom", took: "onFailure" })];
  expect(explained(steps, { state: "failed", continued: true }).at(-1)).toContain("although later steps ran");
});

test("counts are those of the whole run, whatever is loaded of it", () => {
  const facts = { failures: 0, error: null };
  const steps: StepFacts[] = [
    { ...facts, name: "each", type: "loop", visits: 501, took: { onSuccess: 500, onFailure: 1 } },
    { ...facts, name: "one", type: "script", visits: 500, took: { onSuccess: 500 } },
  ];
  expect(explained([], { steps }).slice(1, 3)).toEqual([
    'The loop "each" processed 500 items.',
    'The JS script "one" ran 500 times.',
  ]);
});
