import { expect, test } from "vitest";
import { ENGLISH } from "#components/testing/english.ts";
import { STEP_TYPES } from "#server/formula/steps/registry.ts";
import { TRIGGER_TYPES } from "#server/formula/triggers/registry.ts";
import type { StepTypeName } from "../model/draft.ts";
import { fieldsOf } from "./fields.ts";

const step = (type: StepTypeName) =>
  fieldsOf({ step: "a" }, { name: "a", type, properties: {}, onSuccess: [], onFailure: [] });
const outlineOf = (type: StepTypeName) =>
  step(type).map(({ name, kind, group, required }) => `${name}${required ? "!" : ""}:${kind}/${group}`);

test("fields come from the definition of the type", () => {
  expect(outlineOf("httpRequest")).toEqual([
    "url!:text/setup",
    "method!:choice/setup",
    "headers:headers/more",
    "query:json/setup",
    "path:json/more",
    "body:json/setup",
    "acceptableStatusCodes:statusCodes/retry",
    "retry:yesOrNo/retry",
    "retryAttempts:number/retry",
    "retryDelay:number/retry",
    "retryStatusCodes:statusCodes/retry",
  ]);
  expect(outlineOf("script")).toEqual(["body!:code/setup", "scriptEngine:choice/more"]);
  expect(outlineOf("loop")).toEqual(["list!:path/setup"]);
  expect(outlineOf("retryFormulaExecution")).toEqual(["retryAttempts:number/setup"]);
});

test.each(Object.keys(STEP_TYPES) as StepTypeName[])("every property of %s has a field with a label", (type) => {
  expect(step(type).map(({ name }) => name)).toEqual(Object.keys(STEP_TYPES[type].properties.shape));
  for (const { name } of step(type)) expect(ENGLISH.property({ step: "" }, { type }, name).label).toMatch(/^[A-Z]/);
});

test("triggers as well", () => {
  const fields = fieldsOf({ trigger: 0 }, { type: "scheduled", properties: {}, onSuccess: [], onFailure: [] });
  expect(fields).toMatchObject([{ name: "cron", kind: "cron", required: true }]);
  expect(Object.keys(TRIGGER_TYPES)).toContain("scheduled");
});
