import { describe, expect, test } from "vitest";
import { readScript } from "../script/read-script.ts";
import { renameStep, renameVariable } from "./references.ts";
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
  return renameVariable(formula, "old", "brand.new", readScript).steps[0]?.properties;
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
  ["in brackets", "${config['old'].id} ${config[\"old\"]}", "${config['brand.new'].id} ${config[\"brand.new\"]}"],
  ["the short form in brackets", "${['old'].id}", "${['brand.new'].id}"],
  [
    "not another variable in brackets",
    "${config['old.x']} ${config['older']}",
    "${config['old.x']} ${config['older']}",
  ],
  ["not plain text", "old config.old $old {old}", "old config.old $old {old}"],
])("%s", (_, text, expected) => {
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

test("renames only reads of the variable in a script", () => {
  expect(renamed({ body: "const old = 1; done(`${old} ${config.old}`)" }, "script")).toEqual({
    body: 'const old = 1; done(`${old} ${config["brand.new"]}`)',
  });
});

test("in the code of a script, as JavaScript has it", () => {
  const body = "const old = config.old; done(config['old'].id + older.config.old + 'config.old'); // config.old";
  expect(renamed({ body }, "script")).toEqual({
    body: 'const old = config["brand.new"]; done(config["brand.new"].id + older.config.old + \'config.old\'); // config.old',
  });
});

test("triggers follow, and nothing else of the formula changes", () => {
  const formula = formulaSchema.parse({
    name: "f",
    triggers: [{ type: "event", properties: { elementInstanceId: "${old}" }, onSuccess: ["old"] }],
    configuration: [{ key: "old" }],
    steps: [{ name: "old", type: "script", properties: { constructor: "${old}" } }],
  });
  const after = renameVariable(formula, "old", "new", readScript);
  expect(after.triggers[0]?.properties).toEqual({ elementInstanceId: "${new}" });
  expect({ ...after, triggers: [] }).toEqual({
    ...formula,
    triggers: [],
    steps: [{ ...formula.steps[0], properties: { constructor: "${new}" } }],
  });
});

describe("a step under a new name", () => {
  const stepRenamed = (properties: object, type = "request", { engine = "v3", to = "fresh", names = ["old"] } = {}) => {
    const formula = formulaSchema.parse({
      name: "f",
      engine,
      configuration: [{ key: "key" }],
      steps: [{ name: "s", type, properties }, ...names.map((name) => ({ name, type: "script" }))],
    });
    return renameStep(formula, "old", to, readScript).steps[0]?.properties;
  };

  test.each<[string, string, string]>([
    ["a reference", "${steps.old}", "${steps.fresh}"],
    ["with a path, several", "a ${steps.old.id} b ${ steps.old[0].x }", "a ${steps.fresh.id} b ${ steps.fresh[0].x }"],
    ["in brackets", "${steps['old'].id} ${steps[\"old\"][0]}", "${steps['fresh'].id} ${steps[\"fresh\"][0]}"],
    ["not another step in brackets", "${steps['old.x']} ${config['old']}", "${steps['old.x']} ${config['old']}"],
    ["not another step", "${steps.older} ${config.old} ${trigger.old}", "${steps.older} ${config.old} ${trigger.old}"],
    ["not the shortcut that v3 does not know", "${old.id}", "${old.id}"],
  ])("%s", (_, text, expected) => {
    expect(stepRenamed({ body: [{ text }] })).toEqual({ body: [{ text: expected }] });
  });

  test.each<[string, string, string]>([
    ["by a dot", "done(steps.old.id)", "done(steps.fresh.id)"],
    ["by brackets", "done(steps['old'].id + steps[\"old\"])", 'done(steps["fresh"].id + steps["fresh"])'],
    ["where it may be missing", "done(steps?.old?.id)", "done(steps?.fresh?.id)"],
    ["in the code of a template", "done(`${steps.old.id} ${old}`)", "done(`${steps.fresh.id} ${old}`)"],
    ["where it may be missing, by brackets", "done(steps?.['old'])", 'done(steps?.["fresh"])'],
    ["in brackets of a template", "done(steps[`old`])", 'done(steps["fresh"])'],
    ["in parentheses", "done((steps).old)", "done((steps).fresh)"],
    ["with a comment between", "done(steps /* a.b */ . /* c */ old)", "done(steps /* a.b */ . /* c */ fresh)"],
    ["in a script that is broken", "if (steps.old { done(1)", "if (steps.fresh { done(1)"],
    ["behind a regular expression", "done(/[/]'/.test(steps.old))", "done(/[/]'/.test(steps.fresh))"],
    ["not a parameter of the same name", "a.map((steps) => steps.old)", "a.map((steps) => steps.old)"],
    ["not in strings and comments", "done('steps.old') // steps.old", "done('steps.old') // steps.old"],
    ["not the key of something else", "done(my.steps.old, old, steps.older)", "done(my.steps.old, old, steps.older)"],
  ])("in a script, %s", (_, body, expected) => {
    expect(stepRenamed({ body }, "script")).toEqual({ body: expected });
  });

  test("a name that is no word of JavaScript goes in brackets, also in a template", () => {
    expect(stepRenamed({ body: "done({ c: `value ${steps.old.a}` })" }, "script", { to: "first step" })).toEqual({
      body: 'done({ c: `value ${steps["first step"].a}` })',
    });
    expect(stepRenamed({ url: "${steps.old.a}" }, "httpRequest", { to: "first step" })).toEqual({
      url: "${steps.first step.a}",
    });
    expect(stepRenamed({ body: "done(steps.old.id + steps?.old)" }, "script", { to: "a-b" })).toEqual({
      body: 'done(steps["a-b"].id + steps?.["a-b"])',
    });
  });

  test("bare paths where they are read, with v1 also the shortcut", () => {
    expect(stepRenamed({ list: "steps.old.items" }, "loop")).toEqual({ list: "steps.fresh.items" });
    expect(stepRenamed({ list: "steps['old'].items" }, "loop")).toEqual({ list: "steps['fresh'].items" });
    expect(stepRenamed({ list: "old.items" }, "loop")).toEqual({ list: "old.items" });
    expect(stepRenamed({ list: "old.items" }, "loop", { engine: "v1" })).toEqual({ list: "fresh.items" });
    expect(stepRenamed({ body: "${old.id} ${key}", query: "old" }, "request", { engine: "v1" })).toEqual({
      body: "${fresh.id} ${key}",
      query: "old",
    });
  });

  test("a longer name that fits as well keeps its reference", () => {
    expect(stepRenamed({ api: "/${steps.old.id} ${steps.old.x}" }, "request", { names: ["old", "old.id"] })).toEqual({
      api: "/${steps.old.id} ${steps.fresh.x}",
    });
  });

  test("arrows follow", () => {
    const formula = formulaSchema.parse({
      name: "f",
      triggers: [{ type: "manual", onSuccess: ["old"] }],
      steps: [
        { name: "old", type: "script", onSuccess: ["next"] },
        { name: "next", type: "filter", onSuccess: ["old"], onFailure: ["old"] },
      ],
    });
    const { triggers, steps } = renameStep(formula, "old", "fresh", readScript);
    expect(triggers[0]?.onSuccess).toEqual(["fresh"]);
    expect(steps.map(({ name }) => name)).toEqual(["fresh", "next"]);
    expect(steps[1]).toMatchObject({ onSuccess: ["fresh"], onFailure: ["fresh"] });
  });
});
