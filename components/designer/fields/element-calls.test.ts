import { expect, test } from "vitest";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { typesOf } from "#server/registry.ts";
import { openDraft } from "../model/draft.ts";
import { elementCalls } from "./element-calls.ts";
import { fieldsOf } from "./fields.ts";

const callsOf = (type: keyof typeof STEP_TYPES) => {
  const [part] = openDraft({ name: "f", steps: [{ name: "a", type, properties: {} }] }).steps;
  if (!part) throw new Error("The draft has no step.");
  return elementCalls(fieldsOf({ step: "a" }, part)).map(({ instance, method, api }) => [instance, method, api]);
};

test("each element instance of a step has a method and a path, for which operations are offered", () => {
  for (const type of typesOf(STEP_TYPES)) {
    const instances = Object.keys(STEP_TYPES[type].properties.shape).filter((name) => /elementInstanceId$/i.test(name));
    expect(
      callsOf(type).map(([instance]) => instance),
      type,
    ).toEqual(instances);
  }
});

test("a stream makes two requests", () => {
  expect(callsOf("elementRequestStream")).toEqual([
    ["downloadElementInstanceId", "downloadMethod", "downloadApi"],
    ["uploadElementInstanceId", "uploadMethod", "uploadApi"],
  ]);
});
