import { expect, test } from "vitest";
import { cpuMs, LINEAR_MS } from "#server/testing/linear-time.ts";
import { expressionProblems } from "./expression-problems.ts";

test.each([
  ["$steps.x", ["$steps.x needs braces after the dollar sign."]],
  ["see $config.a.b, please", ["$config.a.b needs braces after the dollar sign."]],
  ["${}", ["This reference is empty."]],
  ["${ }", ["This reference is empty."]],
  ["${ steps.x", ["This reference has no closing brace."]],
  ["${steps..x}", ['"steps..x" has an empty part.']],
  ["${steps.x.}", ['"steps.x." has an empty part.']],
  ["${${steps.a}}", ["References cannot contain references."]],
  ["${stepName}", ['"stepName" must begin with steps, config, trigger or info.']],
  [
    "${a} $info.x ${}",
    [
      '"a" must begin with steps, config, trigger or info.',
      "$info.x needs braces after the dollar sign.",
      "This reference is empty.",
    ],
  ],
  ["${steps.x} ${ config.crm.instance } ${trigger.a[0].b} costs $5 {x}", []],
])("%s (C02)", (text, messages) => {
  expect(expressionProblems(text).map(({ message }) => message)).toEqual(messages);
});

test("engine v1 has shortcuts", () => {
  expect(expressionProblems("${sfdc} ${}", { shorthand: true })).toHaveLength(1);
});

test("names the place and suggests the right name", () => {
  expect(expressionProblems("a $steps.x.body b")).toEqual([
    { message: expect.any(String), start: 2, end: 15, fix: "${steps.x.body}" },
  ]);
});

test.each([
  ["${priced.total}", "${steps.priced.total}"],
  ["${a.b[0]}", "${steps.a.b[0]}"],
  ["${crm.instance}", "${config.crm.instance}"],
  ["${both}", "${config.both}"],
  ["${other.total}", undefined],
  ["${priced..total}", undefined],
])("%s was meant to be %s", (text, fix) => {
  const names = { steps: ["priced", "a", "both"], config: ["crm.instance", "both"] };
  expect(expressionProblems(text, { names }).map((problem) => problem.fix)).toEqual([fix]);
});

test.each(["${", "$steps.", "${}", "$steps.a.", "}", "$steps.a["])("1 MB of %s takes linear time", (piece) => {
  expect(cpuMs(() => expressionProblems(piece.repeat(1_048_576 / piece.length)))).toBeLessThan(LINEAR_MS);
});
