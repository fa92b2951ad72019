import type { Scaffold } from "../scaffold.ts";

export const stepType: Scaffold = {
  kind: "step-type",
  summary: "A step that formulas can have",
  example: "sendSms",
  create: ({ camel, kebab, label }) => ({
    files: {
      [`server/formula/steps/${kebab}.ts`]: `
import { z } from "zod";
import { phrase } from "#server/formula/definition.ts";
import { property } from "#server/formula/property.ts";
import { text } from "#server/formula/property-values.ts";
import { defineStepType } from "#server/formula/step-type.ts";

/** \`${camel}\`: returns its value. Context value: \`{ value }\`. */
export const ${camel} = defineStepType({
  type: "${camel}",
  label: "${label}",
  summary: "Returns a value.",
  icon: "zap",
  color: "step-request",
  purpose: "call",
  line: [phrase("{value}", ({ value }) => value)],
  outputs: [{ path: ".value", label: "the value" }],
  starter: { value: "Hello" },
  properties: z.object({
    value: text.clone().register(property, { reads: "template", label: "Value", help: "What the step returns." }),
  }),
  changesOutside: () => true,
  example: { value: "Hello" },
  run: ({ properties: { value } }) => ({ took: "onSuccess", output: { value } }),
});
`,
      [`server/formula/steps/${kebab}.test.ts`]: `
import { expect, test } from "vitest";
import { runStep } from "#server/testing/fake-formula-ports.ts";
import { ${camel} } from "./${kebab}.ts";

test("the output is the value, with its references filled", async () => {
  const context = { trigger: { args: { name: "Ada" } } };
  expect(await runStep(${camel}, { value: "Hello \${trigger.args.name}" }, { context })).toEqual({
    took: "onSuccess",
    output: { value: "Hello Ada" },
  });
});

test("the value is required", () => {
  expect(${camel}.properties.safeParse({}).success).toBe(false);
});
`,
    },
    rows: [
      {
        file: "server/formula/steps/registry.ts",
        list: "STEP_TYPES = registry(",
        item: camel,
        from: `./${kebab}.ts`,
      },
    ],
    tests: [`server/formula/steps/${kebab}.test.ts`, "server/formula/steps/registry.test.ts"],
    next: [
      "Write the test of what the step should do, then its properties and `run`. What it needs of the world is a port (server/formula/ports.ts).",
      "Choose label, summary, icon, color and purpose: they are all that people see of it.",
      "`changesOutside: () => true` makes the step wait until the steps before it are stored. Return false if it only reads.",
      "Describe it in docs/formulas.md: a test looks for its name there.",
    ],
  }),
};
