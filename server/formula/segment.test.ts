import { expect, test } from "vitest";
import { compile } from "./plan.ts";
import { segmentFrom } from "./segment.ts";
import { formulaSchema } from "./shape.ts";

const outputs = { one: 1, two: 2, "the third": 3 };

/** The part of the context that the segment of a step with these properties receives. */
function taken(type: "script" | "loop", properties: Record<string, unknown>) {
  const others = Object.keys(outputs).map((name) => ({ name, type: "script" }));
  const formula = formulaSchema.parse({ name: "f", engine: "v3", steps: [{ name: "s", type, properties }, ...others] });
  const plan = compile(formula, { formulaId: 1, revision: 1 });
  const step = plan.steps.get("s");
  if (!step) throw new Error("It is there.");
  const context = { trigger: { args: {} }, config: {}, info: {} as never, steps: outputs };
  const walk = { agenda: ["s"], context, memory: {}, visits: {}, last: undefined, error: undefined, retry: undefined };
  const { walk: own } = segmentFrom(plan, step, walk, { attempt: 1, budget: 10 });
  return [...("args" in own.context.trigger ? ["trigger"] : []), ...Object.keys(own.context.steps)];
}

const ALL = Object.keys(outputs);
const EVERYTHING = ["trigger", ...ALL];

test.each<[string, string, string[]]>([
  ["one step", "done(steps.one)", ["one"]],
  ["by brackets", "done(steps['the third'] + steps?.['two'])", ["two", "the third"]],
  ["in brackets of a template", "done(steps[`two`])", ["two"]],
  ["in the code of a template", "done(`${steps.one}`)", ["one"]],
  ["the trigger", "done(trigger.args)", ["trigger"]],
  ["nothing that only strings and comments mention", "done('steps trigger') // steps.one, trigger, arguments", []],
  ["nothing for parameters of its own", "done([1].map((steps) => steps.one))", []],
  ["nothing for keys of something else", "const my = { steps: 1 }; done(my.steps.one, my.trigger)", []],
  ["all steps by a name that is only known later", "done(steps[name])", ALL],
  ["all steps as a whole", "const { one } = steps; done(one)", ALL],
  ["all steps as a short property", "done({ steps })", ALL],
  ["with escapes", "done(st\\u0065ps.one)", ["one"]],
  ["everything where names can be got around", "done(arguments[1])", EVERYTHING],
  ["everything for code from text", "done(eval('st' + 'eps'))", EVERYTHING],
  ["everything for a constructor", "done((() => 1).constructor('return steps'))", EVERYTHING],
  ["everything if it cannot be read", "[".repeat(50_000), EVERYTHING],
])("a script takes along %s", (_, body, expected) => {
  expect(taken("script", { body }).sort()).toEqual([...expected].sort());
});

test.each<[string, string[]]>([
  ["steps.one.list", ["one"]],
  ["${steps.one.list}", ["one"]],
  ["trigger.args.list", ["trigger"]],
  ["steps", ALL],
  ["config.list", []],
])("a loop over %s takes that along", (list, expected) => {
  expect(taken("loop", { list })).toEqual(expected);
});
