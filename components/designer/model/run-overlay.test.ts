import { expect, test } from "vitest";
import type { Arrow } from "./graph.ts";
import { isTaken, type OverlayCount, outcomesOf, overlayOf } from "./run-overlay.ts";

const left = (name: string, took: string, more: Partial<OverlayCount> = {}): OverlayCount => ({
  ...{ name, type: "script", attempt: 1, visits: 1, took: { [took]: 1 }, failures: 0, durationMs: 1 },
  last: { id: 1, took, status: "success", durationMs: 1, error: null },
  ...more,
});
const outcomes = (...counts: OverlayCount[]) => outcomesOf({ counts, unfinished: null, status: "success" });
const arrow = (from: string, port: Arrow["port"], to: string): Arrow => ({
  id: "",
  from: from === "trigger" ? { trigger: 0 } : { step: from },
  port,
  to,
  word: "success",
  order: 1,
  of: 1,
  returns: false,
});

test("an arrow was taken when its step was left by its port and its end was reached", () => {
  const ran = outcomes(left("trigger", "onSuccess"), left("a", "onFailure"), left("b", "onSuccess"));
  expect(isTaken(ran, arrow("trigger", "onSuccess", "a"))).toBe(true);
  expect(isTaken(ran, arrow("a", "onFailure", "b"))).toBe(true);
  expect(isTaken(ran, arrow("a", "onSuccess", "b"))).toBe(false);
  expect(isTaken(ran, arrow("b", "onSuccess", "c"))).toBe(false);
});

test("a loop is left by both ports, in its time, and counts its items", () => {
  const ran = outcomes(
    left("each", "onFailure", { type: "loop", visits: 501, took: { onSuccess: 500, onFailure: 1 }, durationMs: 2 }),
    left("body", "onSuccess", { visits: 500 }),
    left("end", "onSuccess"),
  );
  expect(isTaken(ran, arrow("each", "onSuccess", "body"))).toBe(true);
  expect(isTaken(ran, arrow("each", "onFailure", "end"))).toBe(true);
  expect(ran.get("each")).toMatchObject({ visits: 500, durationMs: 2 });
  expect(ran.get("body")).toMatchObject({ visits: 500 });
});

test("the outcomes of a long run are those of all its steps, not of the loaded ones", () => {
  const run = { id: 1, status: "success", durationMs: 9, steps: [], stepCount: 1504, unfinished: null } as const;
  const counts = [left("trigger", "onSuccess", { type: "trigger" }), left("a", "onSuccess", { attempt: 2 })];
  const ran = outcomesOf(overlayOf({ ...run, steps: [], counts: [left("gone", "onSuccess"), ...counts] }));
  expect([...ran.keys()]).toEqual(["trigger", "a"]);
});

test.each([
  ["pending", "running"],
  ["cancelled", "unfinished"],
] as const)("the step without a record of a run that is %s is %s, and the way to it was taken", (status, expected) => {
  const run = { id: 1, status, durationMs: 9, steps: [], stepCount: 2, unfinished: { name: "b" } } as const;
  const counts = [left("trigger", "onSuccess", { type: "trigger" }), left("a", "onSuccess")];
  const ran = outcomesOf(overlayOf({ ...run, steps: [], counts }));
  expect(ran.get("b")).toMatchObject({ status: expected, visits: 0, last: null });
  expect(isTaken(ran, arrow("a", "onSuccess", "b"))).toBe(true);
});

test("a step that runs again is running, and keeps the number of its visits", () => {
  const run = { id: 1, status: "pending", durationMs: 9, steps: [], stepCount: 2, unfinished: { name: "a" } } as const;
  const ran = outcomesOf(overlayOf({ ...run, steps: [], counts: [left("a", "onSuccess", { visits: 3 })] }));
  expect(ran.get("a")).toMatchObject({ status: "running", visits: 3 });
});
