import { expect, test } from "vitest";
import type { Arrow } from "./graph.ts";
import { isTaken, type OverlayStep, outcomesOf } from "./run-overlay.ts";

let id = 0;
const left = (name: string, took: string): OverlayStep => ({
  id: ++id,
  name,
  took,
  status: "success",
  durationMs: 1,
  error: null,
});
const outcomes = (...steps: OverlayStep[]) => outcomesOf({ executionId: 1, status: "success", durationMs: 1, steps });
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

test("a loop is left by both ports, in its time", () => {
  const ran = outcomes(
    left("each", "onSuccess"),
    left("body", "onSuccess"),
    left("each", "onFailure"),
    left("end", "onSuccess"),
  );
  expect(isTaken(ran, arrow("each", "onSuccess", "body"))).toBe(true);
  expect(isTaken(ran, arrow("each", "onFailure", "end"))).toBe(true);
  expect(ran.get("each")).toMatchObject({ visits: 2, durationMs: 2 });
});
