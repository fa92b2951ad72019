import { expect, test } from "vitest";
import { lineDiff } from "./line-diff.ts";

const shown = (before: string[], after: string[], context?: number) =>
  lineDiff(before.join("\n"), after.join("\n"), context).map(({ sign, text }) => `${sign}${text}`);

test.each([
  [["a"], ["a"], ["…"]],
  [["a"], ["b"], ["-a", "+b"]],
  [
    ["a", "b", "c"],
    ["a", "c"],
    [" a", "-b", " c"],
  ],
  [
    ["a", "c"],
    ["a", "b", "c"],
    [" a", "+b", " c"],
  ],
  [
    ["a", "b", "a"],
    ["b", "a", "b"],
    ["-a", " b", " a", "+b"],
  ],
  [
    ["1", "2", "3", "4", "x", "5", "6", "7"],
    ["1", "2", "3", "4", "y", "5", "6", "7"],
    ["…", " 3", " 4", "-x", "+y", " 5", " 6", "…"],
  ],
])("%j and %j", (before, after, lines) => expect(shown(before, after)).toEqual(lines));

test("two changes far apart are two places", () => {
  const before = ["a", "1", "2", "3", "b"];
  expect(shown(before, ["x", "1", "2", "3", "y"], 1)).toEqual(["-a", "+x", " 1", "…", " 3", "-b", "+y"]);
});

test("texts of many lines are compared as well", () => {
  const long = Array.from({ length: 3000 }, (_, at) => `line ${at}`);
  expect(shown(long, [...long, "more"])).toEqual(["…", " line 2998", " line 2999", "+more"]);
  expect(
    shown(
      long,
      long.map((line) => `${line}!`),
    ),
  ).toHaveLength(6000);
});
