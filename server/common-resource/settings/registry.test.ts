import { expect, test } from "vitest";
import { BOTH, NEITHER } from "../directions.ts";
import { problemsOf, problemText } from "../problems.ts";
import { fieldRulesOf, rulesOf } from "../rules.ts";
import { transformationSchema } from "../shape.ts";
import { SETTINGS } from "./registry.ts";
import type { Setting } from "./setting.ts";

const ALL: Setting[] = Object.values(SETTINGS);
const withSetting = (type: string, properties: object = {}, ofField = false) => {
  const configuration = [{ type, properties }];
  const field = { path: "a", vendorPath: "b", ...(ofField && { configuration }) };
  return transformationSchema.parse({ vendorName: "x", fields: [field], ...(!ofField && { configuration }) });
};

test("every setting says what it does, and is one of transformations, of fields, or of both", () => {
  for (const { type, summary, ofField, ofTransformation } of ALL) {
    expect(summary, type).toMatch(/^[A-Z].*\.$/);
    expect([ofField, ofTransformation].some(Boolean), type).toBe(true);
  }
});

test("every setting is refused where it means nothing, with those that do", () => {
  for (const { type, ofField, ofTransformation } of ALL) {
    const properties = { value: 1, mask: "yyyy" };
    for (const [applies, isOfField] of [
      [ofField, true],
      [ofTransformation, false],
    ] as const)
      expect(problemsOf(withSetting(type, properties, isOfField)).map(problemText), type).toEqual(
        applies ? [] : [expect.stringMatching(/configuration\[0\]\.type: must be one of \w+, /)],
      );
  }
  expect(problemsOf(withSetting("nothing"))).toHaveLength(1);
});

test.each<[string, object, string]>([
  ["defaultValue", {}, "fields[0].configuration[0].properties.value: is required."],
  ["mask", {}, "fields[0].configuration[0].properties.mask: is required, or vendorMask."],
  ["mask", { mask: "yyyy-MM-dd'T" }, "properties.mask: the date pattern"],
  ["mask", { vendorMask: 7 }, "properties.vendorMask: must be a text."],
])("%s with %j is refused", (type, properties, message) => {
  const problems = problemsOf(withSetting(type, properties, true)).map(problemText);
  expect(problems).toEqual([expect.stringContaining(message)]);
  expect(problems.join()).not.toMatch(/\.\.$/);
});

test("a direction that is left open or null counts", () => {
  const rules = (properties: object) => rulesOf(withSetting("passThrough", properties)).passesThrough;
  expect(rules({})).toEqual(BOTH);
  expect(rules({ fromVendor: null })).toEqual(BOTH);
  expect(rules({ fromVendor: false, toVendor: false })).toEqual(NEITHER);
  expect(rules({ toVendor: false })).toEqual({ fromVendor: true, toVendor: false });
  const [field] = withSetting("remove", { toVendor: false }, true).fields;
  expect(field && fieldRulesOf(field)).toMatchObject({ isRemoved: false, maps: { fromVendor: false, toVendor: true } });
});
