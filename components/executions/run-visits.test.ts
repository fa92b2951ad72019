import { expect, test } from "vitest";
import { breadcrumbOf, chosenStep, countsIn, mergedSteps, placeOf, type RunStep, segmentsOf } from "./run-visits.ts";

const step = (name: string, more: Partial<RunStep> = {}): RunStep => ({
  id: Math.random(),
  seq: 0,
  attempt: 1,
  path: "",
  name,
  type: "script",
  took: "onSuccess",
  status: "success",
  error: null,
  delayMs: 0,
  durationMs: 1,
  startedAt: "",
  isReused: false,
  isEdited: false,
  position: 1,
  visit: 1,
  iteration: 1,
  round: null,
  ...more,
});
const failed = { took: "onFailure", status: "failed", error: "boom" } as const;
const nowhere = { path: "", step: null, visit: null };

test("a run opens at its first failure, else at its end", () => {
  const [a, b, c] = [step("a"), step("b", failed), step("c")];
  expect(chosenStep([a, b, c], nowhere, true)).toBe(b);
  expect(chosenStep([a, c], nowhere, true)).toBe(c);
  expect(chosenStep([a, c], nowhere, false)).toBeNull();
});

test("a step opens at its first failed visit, else at its last; a number names another", () => {
  const visits = [step("a"), step("a", { ...failed, visit: 2 }), step("a", { visit: 3 })];
  expect(chosenStep(visits, { ...nowhere, step: "a" }, true)).toBe(visits[1]);
  expect(chosenStep(visits, { ...nowhere, step: "a", visit: 3 }, true)).toBe(visits[2]);
  expect(chosenStep(visits, { ...nowhere, step: "a", visit: 9 }, true)).toBeNull();
});

test("a visit has the number that it has in the whole run, though others are not loaded", () => {
  const visits = [step("a", { visit: 480 })];
  const counts = countsIn([step("a"), step("a", { visit: 2 }), step("b")], "");
  const run = { steps: [...visits, step("b")], stepCount: 1504, counts };
  expect(placeOf(run, visits[0] as RunStep)).toEqual({ path: "", step: "a", visit: 480 });
  expect(placeOf(run, step("b")).visit).toBeNull();
  expect(placeOf(run, step("x", { path: "/call#4" })).visit).toBe(1);
});

test("loaded steps are counted as the server counts all", () => {
  const ran = [step("l", { seq: 1 }), step("l", { seq: 2, ...failed }), step("l", { seq: 3, path: "/call#0" })];
  expect(countsIn(ran, "")).toMatchObject([
    {
      name: "l",
      visits: 2,
      took: { onSuccess: 1 },
      failures: 1,
      error: "boom",
      failedSeq: 2,
      lastSeq: 2,
      durationMs: 2,
    },
  ]);
});

test("steps that were loaded later are in their place, and gaps separate what is loaded", () => {
  const at = (position: number) => step("a", { position });
  const steps = mergedSteps([at(1), at(2), at(9)], [at(5), at(4), at(2)]);
  expect(segmentsOf(steps).map((segment) => segment.map(({ position }) => position))).toEqual([[1, 2], [4, 5], [9]]);
});

test("a filter that says no has not failed", () => {
  const no = step("f", { type: "filter", took: "onFailure", status: "failed" });
  expect(chosenStep([no, step("z")], nowhere, true)?.name).toBe("z");
});

test("keeps sub-formulas apart by their paths", () => {
  const inside = step("a", { path: "/call#1" });
  expect(chosenStep([step("a"), inside], { path: "/call#1", step: "a", visit: null }, true)).toBe(inside);
  expect(breadcrumbOf("/call#1/deep#0")).toEqual([
    { path: "/call#1", parent: "", name: "call", visit: 1 },
    { path: "/call#1/deep#0", parent: "/call#1", name: "deep", visit: 0 },
  ]);
});
