import { describe, expect, test } from "vitest";
import { openDraft } from "./draft.ts";
import { type Branch, branchesOf, loopBodies, loopHomes, openEnds } from "./loop-bodies.ts";

type StepArrows = Record<string, [type: string, onSuccess: string, onFailure?: string]>;
const list = (names = "") => names.split(",").filter(Boolean);
const drawn = (starts: string, steps: StepArrows) =>
  openDraft({
    name: "f",
    triggers: starts ? [{ type: "manual", onSuccess: list(starts) }] : [],
    steps: Object.entries(steps).map(([name, [type, onSuccess, onFailure]]) => ({
      name,
      type,
      onSuccess: list(onSuccess),
      onFailure: list(onFailure),
    })),
  });
const bodies = (starts: string, steps: StepArrows) =>
  Object.fromEntries([...loopBodies(drawn(starts, steps))].map(([name, body]) => [name, [...body].toSorted().join()]));

const nested: StepArrows = {
  outer: ["loop", "a", "end"],
  a: ["filter", "inner", "outer"],
  inner: ["loop", "b", "outer"],
  b: ["script", "inner", "oops"],
  oops: ["script", ""],
  end: ["script", ""],
};

describe("a body", () => {
  test.each<[string, string, StepArrows, Record<string, string>]>([
    [
      "leads back",
      "l",
      { l: ["loop", "a", "end"], a: ["script", "b"], b: ["script", "l"], end: ["script", ""] },
      { l: "a,b" },
    ],
    [
      "that does not lead back is one all the same",
      "l",
      { l: ["loop", "a", "end"], a: ["script", ""], end: ["script", ""] },
      { l: "a" },
    ],
    ["has its dead ends", "outer", nested, { outer: "a,b,inner,oops", inner: "b,oops" }],
    [
      "does not have what the run gets to without it",
      "l",
      { l: ["loop", "a", "end"], a: ["filter", "l", "end"], end: ["script", ""] },
      { l: "a" },
    ],
    [
      "does not have the loop around it, where it goes on with that",
      "o",
      { o: ["loop", "i"], i: ["loop", "b"], b: ["filter", "i", "o"] },
      { o: "b,i", i: "b" },
    ],
    [
      "of a loop that a page after the other fills is none of the paging",
      "page",
      { page: ["httpRequest", "l"], l: ["loop", "a", "page"], a: ["script", "l"] },
      { l: "a" },
    ],
    ["that is empty leads straight back", "l", { l: ["loop", "l"] }, { l: "" }],
    ["of what nothing starts yet", "", { l: ["loop", "a"], a: ["script", "l"] }, { l: "a" }],
    ["names steps that are gone", "l", { l: ["loop", "gone"] }, { l: "" }],
  ])("%s", (_, starts, steps, expected) => {
    expect(bodies(starts, steps)).toEqual(expected);
  });

  test("belongs to the loop next to it", () => {
    expect(Object.fromEntries(loopHomes(loopBodies(drawn("outer", nested))))).toEqual({
      a: "outer",
      inner: "outer",
      b: "inner",
      oops: "inner",
    });
  });
});

test("the outline has the steps of a loop within it", () => {
  const outlineOf = (branches: Branch[]): unknown[] =>
    branches.map(({ ref, body }) => [Object.values(ref)[0], ...(body.length > 0 ? [outlineOf(body)] : [])]);
  expect(outlineOf(branchesOf(drawn("outer", nested)))).toEqual([
    [0],
    ["outer", [["a"], ["inner", [["b"], ["oops"]]]]],
    ["end"],
  ]);
});

test.each<[string, StepArrows, string[]]>([
  ["leads back somewhere", { l: ["loop", "a"], a: ["script", "b", "l"], b: ["script", ""] }, []],
  ["leads back nowhere", { l: ["loop", "a"], a: ["script", "b"], b: ["script", ""] }, ["b"]],
  ["ends in a retry", { l: ["loop", "a"], a: ["script", "", "r"], r: ["retryFormulaExecution", ""] }, ["a"]],
])("the open ends of a body that %s", (_, steps, expected) => {
  const draft = drawn("l", steps);
  const body = loopBodies(draft).get("l") ?? new Set();
  expect(openEnds(draft, "l", body).map(({ name }) => name)).toEqual(expected);
});

test("five hundred steps in fifty loops", () => {
  const steps: StepArrows = {};
  for (let loop = 0; loop < 50; loop++) {
    steps[`l${loop}`] = ["loop", `b${loop}-0`, `l${loop + 1}`];
    for (let at = 0; at < 9; at++) steps[`b${loop}-${at}`] = ["script", at === 8 ? `l${loop}` : `b${loop}-${at + 1}`];
  }
  expect([...loopBodies(drawn("l0", steps)).values()].map(({ size }) => size)).toEqual(Array(50).fill(9));
});
