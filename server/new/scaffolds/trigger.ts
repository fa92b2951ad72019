import type { Scaffold } from "../scaffold.ts";

export const trigger: Scaffold = {
  kind: "trigger",
  summary: "Something that starts formulas",
  example: "button",
  create: ({ camel, kebab, label }) => ({
    files: {
      [`server/formula/triggers/${kebab}.ts`]: `
import { z } from "zod";
import { phrase } from "#server/formula/definition.ts";
import { property } from "#server/formula/property.ts";
import { text } from "#server/formula/property-values.ts";
import { defineTriggerType } from "#server/formula/trigger-type.ts";

/** \`${camel}\`: starts by \`POST …/executions\`, whose body is \`trigger.args\`. */
export const ${camel} = defineTriggerType({
  type: "${camel}",
  label: "${label}",
  summary: "Starts by a request to the API.",
  offer: "When your app sends a request.",
  icon: "bell",
  source: "api",
  line: [phrase("{caption}", ({ caption }) => caption)],
  sentence: [phrase("When your app requests {caption}", ({ caption }) => caption)],
  outputs: [{ path: ".args", label: "the input of the run" }],
  properties: z.object({ caption: text.clone().register(property, { reads: "template", label: "Caption" }) }),
  example: { caption: "A report" },
  context: withArgs,
  fromManual: (args) => [withArgs({ args })],
  asManual: ({ args }) => args ?? {},
  sample: () => ({}),
  recordDepth: 1,
  recorded: ["args"],
  story: [{ message: "The run was started through the API.", values: () => ({}) }],
});

function withArgs({ args }: { args: unknown }) {
  return { type: "${camel}", args: args ?? {} };
}
`,
      [`server/formula/triggers/${kebab}.test.ts`]: `
import { expect, test } from "vitest";
import { triggerSchema } from "#server/formula/shape.ts";
import { ${camel} } from "./${kebab}.ts";

test("a request starts one run, with its body as trigger.args", () => {
  expect(${camel}.fromManual({ a: 1 })).toEqual([{ type: "${camel}", args: { a: 1 } }]);
});

test("a run can be started again from what was recorded", () => {
  const [recorded = {}] = ${camel}.fromManual({ a: 1 });
  expect(${camel}.asManual(recorded)).toEqual({ a: 1 });
});

test("a formula is saved with the trigger", () => {
  const saved = { type: "${camel}", properties: ${camel}.example };
  expect(triggerSchema.parse(saved)).toMatchObject(saved);
});
`,
    },
    rows: [
      {
        file: "server/formula/triggers/registry.ts",
        list: "TRIGGER_TYPES = registry(",
        item: camel,
        from: `./${kebab}.ts`,
      },
    ],
    tests: [`server/formula/triggers/${kebab}.test.ts`, "server/formula/triggers/registry.test.ts"],
    next: [
      "Choose `source`: events or requests of an element instance, a schedule, or a request to the API.",
      "Write the test of what formulas read below `trigger`, then `context`, `fromManual` and `asManual`.",
      "Write label, summary, offer, sentence and story: they are all that people see of it.",
      "Describe it in docs/formulas.md: a test looks for its name there.",
    ],
  }),
};
