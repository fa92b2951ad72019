import { expect, test } from "vitest";
import { breadcrumbOf, chosenStep, contextOf, pathInside, placeOf, type RunStep } from "./run-visits.ts";

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
  ...more,
});
const failed = { took: "onFailure", status: "failed", error: "boom" } as const;
const nowhere = { path: "", step: null, visit: null };

test("a run opens at its first failure, else at its end", () => {
  const [a, b, c] = [step("a"), step("b", failed), step("c")];
  expect(chosenStep([a, b, c], nowhere, true)?.step).toBe(b);
  expect(chosenStep([a, c], nowhere, true)?.step).toBe(c);
  expect(chosenStep([a, c], nowhere, false)).toBeNull();
});

test("a step opens at its first failed visit, else at its last; a number names another", () => {
  const visits = [step("a"), step("a", failed), step("a")];
  expect(chosenStep(visits, { ...nowhere, step: "a" }, true)).toMatchObject({ at: 1 });
  expect(chosenStep(visits, { ...nowhere, step: "a", visit: 3 }, true)).toMatchObject({ at: 2 });
  expect(chosenStep(visits, { ...nowhere, step: "a", visit: 9 }, true)).toMatchObject({ at: 1 });
  expect(visits.map((visit) => placeOf(visits, visit).visit)).toEqual([1, 2, 3]);
});

test("a filter that says no has not failed", () => {
  const no = step("f", { type: "filter", took: "onFailure", status: "failed" });
  expect(chosenStep([no, step("z")], nowhere, true)?.step.name).toBe("z");
});

test("keeps sub-formulas apart by their paths", () => {
  const inside = step("a", { path: "/call#1" });
  expect(chosenStep([step("a"), inside], { path: "/call#1", step: "a", visit: null }, true)?.step).toBe(inside);
  expect(pathInside(step("call"), 1)).toBe("/call#1");
  expect(breadcrumbOf("/call#1/deep#0")).toEqual([
    { path: "/call#1", parent: "", name: "call", visit: 1 },
    { path: "/call#1/deep#0", parent: "/call#1", name: "deep", visit: 0 },
  ]);
});

test("a step could refer to the trigger and the latest record of each earlier step of its attempt", () => {
  const trigger = step("trigger", { type: "trigger" });
  const [first, again, other, late] = [step("a"), step("a"), step("b"), step("c")];
  const inside = step("x", { path: "/call#0" });
  expect(contextOf([trigger, first, inside, other, again, late], late)).toEqual([trigger, other, again]);
  expect(contextOf([trigger, first, inside, other, again, late], again)).toEqual([trigger, first, other]);
  const retried = step("a", { attempt: 2 });
  const second = step("b", { attempt: 2 });
  expect(contextOf([trigger, first, other, retried, second], second)).toEqual([trigger, retried]);
});
