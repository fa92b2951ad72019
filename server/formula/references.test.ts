import { expect, test } from "vitest";
import { renameVariable } from "./references.ts";
import { formulaSchema } from "./shape.ts";

const renamed = (properties: object, type = "request", keys = ["old"]) => {
  const formula = formulaSchema.parse({
    name: "f",
    configuration: keys.map((key) => ({ key })),
    steps: [
      { name: "s", type, properties },
      { name: "old-step", type: "script" },
    ],
  });
  return renameVariable(formula, "old", "brand.new").steps[0]?.properties;
};

test.each<[string, string, string]>([
  ["the short form", "${old}", "${brand.new}"],
  ["the long form", "${config.old}", "${config.brand.new}"],
  ["with a path", "${config.old.id} ${old[0].x}", "${config.brand.new.id} ${brand.new[0].x}"],
  ["with spaces, which stay", "${ config.old }", "${ config.brand.new }"],
  ["several in text", "a ${old} b ${config.old} c ${old}", "a ${brand.new} b ${config.brand.new} c ${brand.new}"],
  [
    "not another variable",
    "${older} ${config.older} ${old-step.x} ${bold}",
    "${older} ${config.older} ${old-step.x} ${bold}",
  ],
  [
    "not a step, trigger or info",
    "${steps.old} ${trigger.old} ${info.old} ${steps.config.old}",
    "${steps.old} ${trigger.old} ${info.old} ${steps.config.old}",
  ],
  ["not plain text", "old config.old $old {old}", "old config.old $old {old}"],
])("%s (contract §1.2)", (_, text, expected) => {
  expect(renamed({ body: { deep: [{ text }] } })).toEqual({ body: { deep: [{ text: expected }] } });
});

test("a longer key that fits as well keeps its reference", () => {
  expect(renamed({ api: "/${config.old.id} ${config.old.x}" }, "request", ["old", "old.id"])).toEqual({
    api: "/${config.old.id} ${config.brand.new.x}",
  });
});

test("bare paths are renamed where they are read", () => {
  expect(renamed({ list: "config.old.items" }, "loop")).toEqual({ list: "config.brand.new.items" });
  expect(renamed({ query: "config.old" })).toEqual({ query: "config.brand.new" });
  expect(renamed({ api: "config.old" })).toEqual({ api: "config.old" });
});

test("in a script only what reads the variable is renamed", () => {
  expect(renamed({ body: "const old = 1; done(`${old} ${config.old}`)" }, "script")).toEqual({
    body: "const old = 1; done(`${old} ${config.brand.new}`)",
  });
});

test("triggers follow, and nothing else of the formula changes", () => {
  const formula = formulaSchema.parse({
    name: "f",
    triggers: [{ type: "event", properties: { elementInstanceId: "${old}" }, onSuccess: ["old"] }],
    configuration: [{ key: "old" }],
    steps: [{ name: "old", type: "script", properties: { constructor: "${old}" } }],
  });
  const after = renameVariable(formula, "old", "new");
  expect(after.triggers[0]?.properties).toEqual({ elementInstanceId: "${new}" });
  expect({ ...after, triggers: [] }).toEqual({
    ...formula,
    triggers: [],
    steps: [{ ...formula.steps[0], properties: { constructor: "${new}" } }],
  });
});
