import { expect, test } from "vitest";
import { inputPathsOf, inputsAt } from "./step-inputs.ts";

const found = { trigger: { args: { id: 7 } }, steps: { a: { body: { x: 1 } }, "with space": { y: 2 } } };
const valuesIn = (type: "script" | "httpRequest" | "loop", properties: Record<string, unknown>) =>
  inputsAt(inputPathsOf({ type, properties }), found).map(({ key, value }) => `${key}=${value}`);

test("values that templates name, at every depth and once", () => {
  const properties = { url: "https://x/${trigger.args.id}", body: { a: "${steps.a.body.x}", b: "${trigger.args.id}" } };
  expect(valuesIn("httpRequest", properties)).toEqual(["trigger.args.id=7", "steps.a.body.x=1"]);
});

test("a bare path", () => {
  expect(valuesIn("loop", { list: "steps.a.body" })).toEqual(['steps.a.body={"x":1}']);
});

test("whole steps and the trigger in code, not in its strings and comments", () => {
  const body = 'const { id } = trigger.args; // steps.b\ndone(steps.a.body.x + steps["with space"].y + "steps.c");';
  expect(valuesIn("script", { body })).toEqual([
    'trigger={"args":{"id":7}}',
    'steps.a={"body":{"x":1}}',
    'steps.with space={"y":2}',
  ]);
});

test("leaves missing values out", () => {
  expect(valuesIn("httpRequest", { url: "${steps.nobody.x}" })).toEqual([]);
});
