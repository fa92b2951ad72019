import { describe, expect, test } from "vitest";
import { resplitValues, secretTexts, splitValues } from "./secret-values.ts";

const variable = (key: string, secret?: true) => ({
  key,
  name: key,
  type: "value" as const,
  description: undefined,
  required: true,
  ...(secret && { secret }),
});
const [open, hidden] = [variable("open"), variable("hidden", true)];
const MASK = "********";

describe("splitValues", () => {
  test.each([
    ["a new secret is masked", { hidden: "s3cret" }, {}, { hidden: MASK }, { hidden: "s3cret" }],
    ["the mask keeps what is held", { hidden: MASK }, { hidden: "s3cret" }, { hidden: MASK }, { hidden: "s3cret" }],
    ["the mask of nothing is nothing", { open: "a", hidden: MASK }, {}, { open: "a" }, {}],
    ["emptied, it is empty", { hidden: "" }, { hidden: "s3cret" }, { hidden: "" }, {}],
    ["left out, it is gone", { open: "a" }, { hidden: "s3cret" }, { open: "a" }, {}],
    ["a mask elsewhere is a value", { open: MASK }, {}, { open: MASK }, {}],
    ["objects are secret too", { hidden: { a: 1 } }, {}, { hidden: MASK }, { hidden: { a: 1 } }],
  ])("%s", (_, sent, held, configuration, secrets) => {
    expect(splitValues([open, hidden], sent, held)).toEqual({ configuration, secrets });
  });
});

describe("resplitValues", () => {
  const held = { configuration: { hidden: MASK, open: "a" }, secrets: { hidden: "s3cret" } };
  test.each([
    ["nothing changed", [open, hidden], held, null],
    ["no longer secret", [open, variable("hidden")], held, { configuration: { open: "a" }, secrets: {} }],
    ["gone", [open], held, { configuration: { open: "a" }, secrets: {} }],
    [
      "secret from now on",
      [variable("open", true), hidden],
      held,
      { configuration: { hidden: MASK, open: MASK }, secrets: { hidden: "s3cret", open: "a" } },
    ],
  ])("%s", (_, variables, values, expected) => {
    expect(resplitValues(variables, values)).toEqual(expected);
  });
});

test.each([
  ["themselves", ["s3cret"], ["s3cret"]],
  ["not what is too short to be hidden", ["abc", ""], []],
  ["what objects hold, at every depth", [{ a: [{ b: "inner" }], pin: 12345, on: true }], ["inner", "12345"]],
  ["what JSON text holds, and the text", ['{"key":"inner"}'], ['{"key":"inner"}', "inner"]],
  ["text that only looks like JSON", ["{broken"], ["{broken"]],
])("secretTexts: %s", (_, values, texts) => {
  expect(secretTexts(values)).toEqual(texts);
});
