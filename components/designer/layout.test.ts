import { expect, test } from "vitest";
import { openDraft } from "./draft.ts";
import { arrowsOf, reachableSteps, stepsBefore } from "./graph.ts";
import { lanesOf, layOut, PART_SIZE } from "./layout.ts";

const looped = openDraft({
  triggers: [{ type: "manual", onSuccess: ["l"] }],
  steps: [
    { name: "l", type: "loop", onSuccess: ["a"], onFailure: ["end"] },
    { name: "a", type: "filter", onSuccess: ["b"], onFailure: ["l"] },
    { name: "b", type: "script", onSuccess: ["l"] },
    { name: "end", type: "script" },
    { name: "alone", type: "script" },
  ],
});

test("what comes later stands below, and nothing stands on anything else", () => {
  const places = layOut(looped);
  const y = (name: string) => places.get(`step:${name}`)?.y ?? Number.NaN;
  expect([y("l"), y("a"), y("b")]).toEqual([y("l"), y("a"), y("b")].toSorted((a, b) => a - b));
  const all = [...places.values()];
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      const apart = Math.abs(one.x - other.x) >= PART_SIZE.width || Math.abs(one.y - other.y) >= PART_SIZE.height;
      expect(apart).toBe(true);
    }
  }
});

test("arrows that lead back run left of everything they pass, each in a lane of its own", () => {
  const places = layOut(looped);
  const lanes = lanesOf(looped, places);
  const back = arrowsOf(looped).filter(({ returns }) => returns);
  expect(back.map(({ id }) => lanes.has(id))).toEqual([true, true]);
  const body = ["l", "a", "b"].map((name) => places.get(`step:${name}`)?.x ?? Number.NaN);
  for (const lane of lanes.values()) expect(lane).toBeLessThan(Math.min(...body));
  expect(new Set(lanes.values()).size).toBe(2);
});

test("arrows say what they mean, in which order, and which of them lead back", () => {
  const told = arrowsOf(looped).map(({ from, to, label, returns }) => [Object.values(from)[0], label, to, returns]);
  expect(told).toEqual([
    [0, "starts", "l", false],
    ["l", "each item", "a", false],
    ["l", "when done", "end", false],
    ["a", "true", "b", false],
    ["a", "false", "l", true],
    ["b", "success", "l", true],
  ]);
});

test("steps before a step, and steps that run at all", () => {
  expect([...stepsBefore(looped, "b")].toSorted()).toEqual(["a", "b", "l"]);
  expect([...stepsBefore(looped, "alone")]).toEqual([]);
  expect([...reachableSteps(looped)].toSorted()).toEqual(["a", "b", "end", "l"]);
});

test("a chain of a thousand steps", () => {
  const names = Array.from({ length: 1000 }, (_, at) => `s${at}`);
  const steps = names.map((name, at) => ({ name, type: "script", onSuccess: names.slice(at + 1, at + 2) }));
  const draft = openDraft({ triggers: [{ type: "manual", onSuccess: ["s0"] }], steps });
  expect(arrowsOf(draft).filter(({ returns }) => returns)).toEqual([]);
  expect(reachableSteps(draft).size).toBe(1000);
});
