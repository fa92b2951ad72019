import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { longFormula } from "../../../e2e/long-formula.ts";
import { idOf, openDraft } from "../model/draft.ts";
import { arrowsOf, reachableSteps, stepsBefore } from "../model/graph.ts";
import { loopBodies } from "../model/loop-bodies.ts";
import { changeDraft } from "../model/parsed-change.ts";
import { framedOf, framesOf, lanesOf, layOut, PART_SIZE } from "./layout.ts";
import { layOutMore } from "./layout-large.ts";
import { piecesOf } from "./layout-pieces.ts";

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

const chain = (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `s${at}`);
  return names.map((name, at) => ({ name, type: "script", onSuccess: names.slice(at + 1, at + 2) }));
};

test("places later steps below, and no step on another", () => {
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

test("a frame stands around the steps of a loop, and nothing else stands in it", () => {
  const nested = openDraft({
    triggers: [{ type: "manual", onSuccess: ["outer"] }],
    steps: [
      { name: "outer", type: "loop", onSuccess: ["inner"], onFailure: ["end"] },
      { name: "inner", type: "loop", onSuccess: ["a"], onFailure: ["b"] },
      { name: "a", type: "script", onSuccess: ["inner"], onFailure: ["c"] },
      { name: "c", type: "script", onSuccess: ["inner"] },
      { name: "b", type: "script", onSuccess: ["outer"] },
      { name: "end", type: "script", onFailure: ["oops"] },
      { name: "oops", type: "script" },
    ],
  });
  const places = layOut(nested);
  const bodies = loopBodies(nested);
  const [outer, inner] = framesOf(framedOf(bodies, lanesOf(nested, places)), places);
  expect([outer?.loop, inner?.loop]).toEqual(["outer", "inner"]);
  for (const [frame, body] of [
    [outer, bodies.get("outer")],
    [inner, bodies.get("inner")],
  ] as const)
    for (const [id, { x, y }] of places) {
      const { x: left = 0, y: top = 0, width = 0, height = 0 } = frame ?? {};
      const touches = x + PART_SIZE.width > left && x < left + width && y + PART_SIZE.height > top && y < top + height;
      expect([id, touches]).toEqual([id, body?.has(id.slice("step:".length))]);
    }
});

test("a large formula is laid out in pieces, and nothing stands on anything else", () => {
  const long = openDraft(longFormula("Long", 240));
  const pieces = piecesOf(long, 30);
  expect(pieces.length).toBeGreaterThan(5);
  for (const [index, piece] of pieces.slice(1).entries()) expect(piece[0]).toBe(pieces[index]?.at(-1));
  expect(new Set(pieces.flat()).size).toBe(241);
  const places = layOut(long);
  const all = [...places.values()];
  expect(all).toHaveLength(241);
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const apart = Math.abs(one.x - other.x) >= PART_SIZE.width || Math.abs(one.y - other.y) >= PART_SIZE.height;
      expect(apart).toBe(true);
    }
  for (const { from, to, returns } of arrowsOf(long)) {
    const [above = Number.NaN, below = Number.NaN] = [idOf(from), idOf({ step: to })].map((id) => places.get(id)?.y);
    if (!returns) expect(above).toBeLessThan(below);
  }
});

test("a large formula that was laid out in part before is laid out as at first", () => {
  const long = openDraft(longFormula("Long", 240));
  const changed = changeDraft(long, { do: "renameStep", name: "step100", to: "other" });
  const atFirst = [...layOut(changed).values()];
  layOut(long);
  expect([...layOut(changed).values()]).toEqual(atFirst);
});

test("lays out steps without time below the visible ones, which stay in place when the rest is laid out", () => {
  const long = openDraft(longFormula("Long", 240));
  const whole = layOut(long);
  // Lays out another formula in between, which clears the caches of this one.
  layOut(openDraft({ triggers: [{ type: "manual", onSuccess: ["s0"] }], steps: chain(120) }));
  const atOnce = layOut(long, () => false);
  const first = piecesOf(long, 30)[0]?.slice(0, -1) ?? [];
  const lowest = Math.max(...first.map((id) => atOnce.get(id)?.y ?? 0));
  for (const [id, { y }] of atOnce) if (!first.includes(id)) expect(y).toBeGreaterThan(lowest);
  expect(first.map((id) => atOnce.get(id))).toEqual(first.map((id) => whole.get(id)));
  let more = 0;
  while (layOutMore(long)) more++;
  expect(more).toBeGreaterThan(3);
  expect([...layOut(long, () => false)]).toEqual([...whole]);
});

test.each<[string, Record<string, [string[], string[]?]>, string[]]>([
  ["a chain is cut at every step", { a: [["b"]], b: [["c"]], c: [[]] }, ["t a", "a b", "b c", "c"]],
  [
    "a fork is cut where its ways meet again",
    { a: [["b"], ["c"]], b: [["d"]], c: [["d"]], d: [[]] },
    ["t a", "a b c d", "d"],
  ],
  ["what ends early is no place to cut", { a: [["b"], ["x"]], b: [["c"]], c: [[]], x: [[]] }, ["t a", "a b x c", "c"]],
  ["nothing leads past a place", { a: [["b"], ["c"]], b: [["c"]], c: [[]] }, ["t a", "a b c", "c"]],
])("%s", (_, steps, expected) => {
  const draft = openDraft({
    triggers: [{ type: "manual", onSuccess: ["a"] }],
    steps: Object.entries(steps).map(([name, [onSuccess, onFailure]]) => ({
      name,
      type: "script",
      onSuccess,
      onFailure,
    })),
  });
  const pieces = piecesOf(draft, 2).map((piece) =>
    piece.map((id) => id.replace("trigger:0", "t").replace("step:", "")).join(" "),
  );
  expect(pieces).toEqual(expected);
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
  const arrows = arrowsOf(looped).map(({ from, to, word, returns }) => [
    Object.values(from)[0],
    ENGLISH.port(word),
    to,
    returns,
  ]);
  expect(arrows).toEqual([
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
  const draft = openDraft({ triggers: [{ type: "manual", onSuccess: ["s0"] }], steps: chain(1000) });
  expect(arrowsOf(draft).filter(({ returns }) => returns)).toEqual([]);
  expect(reachableSteps(draft).size).toBe(1000);
});
