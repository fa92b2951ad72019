import { expect, test } from "vitest";
import type { Formula } from "./shape.ts";
import { stepAfter } from "./step-after.ts";

const step = (name: string, onSuccess: string[] = [], onFailure: string[] = []) =>
  ({ name, type: "script", properties: {}, onSuccess, onFailure }) as Formula["steps"][number];

const FORMULA = {
  triggers: [
    { type: "manual", name: "trigger", properties: {}, onSuccess: ["first", "second"], onFailure: [], async: true },
  ] satisfies Formula["triggers"],
  steps: [
    step("first", ["left", "right"], ["repair"]),
    step("left"),
    step("right"),
    step("repair"),
    step("second", ["each"]),
    step("each", ["body"], ["end"]),
    step("body", ["each"]),
    step("end"),
  ],
};

test.each([
  [[], "first"],
  [["first"], "left"],
  [["first", "left"], "right"],
  [["first:onFailure"], "repair"],
  [["first:onFailure", "repair"], "second"],
  [["first", "left", "right"], "second"],
  [["first:onFailure", "repair", "second", "each", "body"], "each"],
  [["first:onFailure", "repair", "second", "each", "body", "each:onFailure"], "end"],
  [["first:onFailure", "repair", "second", "each:onFailure", "end"], undefined],
  [["first:retry"], undefined],
  [["right"], undefined],
  [["gone"], undefined],
])("after %j comes %s", (records, expected) => {
  const recorded = records.map((text) => {
    const [name = "", took = "onSuccess"] = text.split(":");
    return { name, took };
  });
  expect(stepAfter(FORMULA, recorded)?.name).toBe(expected);
});
