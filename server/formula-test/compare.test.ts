import { describe, expect, test } from "vitest";
import { compareTest, type Difference } from "./compare.ts";
import { edgeCoverage } from "./coverage.ts";
import { differenceText, junitXml } from "./junit.ts";
import { recordTest } from "./record-test.ts";
import type { VisitedStep } from "./visited-step.ts";

const visit = (name: string, output: unknown, more: object = {}): VisitedStep => ({
  ...{ path: "", name, type: "script" },
  outcome: { took: "onSuccess", output, ...more },
});
const AT = "2026-01-31T08:00:00Z";
const recorded = (...steps: VisitedStep[]) =>
  recordTest({ name: "usual", trigger: {}, config: {}, at: AT, seed: 1, attempt: 1, status: "success", steps });
const differences = (expected: VisitedStep[], actual: VisitedStep[], ignore: string[] = []) =>
  compareTest({ ...recorded(...expected), ignore }, { status: "success", steps: actual, unrecorded: [] });

describe("a replay is compared visit by visit", () => {
  test.each<[string, VisitedStep[], VisitedStep[], string[]]>([
    ["the same", [visit("a", { x: 1 })], [visit("a", { x: 1 })], []],
    ["another value", [visit("a", { x: { y: [1, 2] } })], [visit("a", { x: { y: [1, 3] } })], ["a.x.y[1] is 3, not 2"]],
    ["a list of another length", [visit("a", [1])], [visit("a", [1, 2])], ["a is [1,2], not [1]"]],
    ["a field more", [visit("a", {})], [visit("a", { x: null })], ["a.x is null, not nothing"]],
    ["a visit less", [visit("a", 1), visit("a", 2)], [visit("a", 1)], ["a#2 was not reached"]],
    ["a step more", [], [visit("b", 1)], ["b was reached, other than in the test"]],
    ["another order", [visit("a", 1), visit("b", 1)], [visit("b", 1), visit("a", 1)], ["b ran where the test has a"]],
    [
      "a new error",
      [visit("a", 1)],
      [visit("a", 1, { took: "onFailure", error: "no" })],
      ["a is onFailure, not onSuccess", "a.error is no, where the test has none"],
    ],
    ["an error less", [visit("a", 1, { error: "no" })], [visit("a", 1)], ["a.error is gone, where the test has no"]],
    [
      "another request",
      [visit("a", { request: { method: "GET", uri: "/x", headers: { date: "1" } } })],
      [visit("a", { request: { method: "GET", uri: "/y", headers: { date: "2" } } })],
      ['a.address is "/y", not "/x"'],
    ],
  ])("%s", (_, expected, actual, texts) => expect(differences(expected, actual).map(differenceText)).toEqual(texts));

  test.each([["a"], ["a.x"], ["a.x.y"]])("%s and everything in it can be ignored", (place) => {
    const [one, other] = [[visit("a", { x: { y: 1 } })], [visit("a", { x: { y: 2 } })]];
    expect(differences(one, other, [place])).toEqual([]);
    expect(differences(one, other, [`${place}z`])).toHaveLength(1);
  });

  test("differences in each entry of a list are ignored by one place", () => {
    const rows = (at: number) => [
      visit("a", [
        { at, id: 1 },
        { at, id: 2 },
        { at, id: 3 },
      ]),
    ];
    expect(differences(rows(1), rows(2), ["a[*].at"])).toEqual([]);
    expect(differences(rows(1), rows(2), ["a[1].at"])).toHaveLength(2);
  });

  test("every difference is found, however many there are", () => {
    const many = (from: number) => [
      visit(
        "a",
        Array.from({ length: 200 }, (_, at) => from + at),
      ),
    ];
    expect(differences(many(0), many(1))).toHaveLength(200);
  });

  test("steps of sub-formulas are others than those of the formula", () => {
    const inner = { ...visit("a", 2), path: "/run#0" };
    expect(differences([visit("a", 1), inner], [visit("a", 1)]).map(differenceText)).toEqual([
      ...["run#0/a was not reached"],
    ]);
  });
});

test("ways that no run takes are missing", () => {
  const step = (name: string, onSuccess: string[], onFailure: string[]) => ({
    ...{ name, type: "filter" },
    ...{ onSuccess, onFailure },
  });
  const steps = [step("a", ["b"], ["c"]), step("b", [], []), step("c", ["b"], [])];
  const formula = { steps } as unknown as Parameters<typeof edgeCoverage>[0];
  expect(edgeCoverage(formula, [[visit("a", 1)], [{ ...visit("c", 1), path: "/other#0" }]])).toEqual({
    ...{ edges: 3, covered: 1 },
    missing: [
      { step: "a", type: "filter", took: "onFailure", to: ["c"] },
      { step: "c", type: "filter", took: "onSuccess", to: ["b"] },
    ],
  });
});

test("results in the format of JUnit stay well-formed, whatever names and values contain", () => {
  const difference: Difference = { kind: "output", at: "a<b>", expected: '"&"', actual: "\u0000" };
  const results = [{ name: 'x"<&>', passed: false, differences: [difference], durationMs: 1500 }];
  const xml = junitXml([{ name: "f", results }]);
  expect(xml).toContain('<testcase name="x&quot;&lt;&amp;&gt;" classname="f" time="1.500">');
  expect(xml).toContain("a&lt;b&gt; is �, not &quot;&amp;&quot;");
  expect(xml).toContain('tests="1" failures="1"');
});
