import { z } from "zod";
import { parseExactJson } from "#server/exact-json.ts";
import { phrase } from "../definition.ts";
import { property } from "../property.ts";
import { objectOrJson } from "../property-values.ts";
import { defineStepType } from "../step-type.ts";
import { usualStory } from "../story.ts";

/**
 * `formula` (spec §2.5): runs another formula inside this execution. That formula reads `args` as `trigger.args`, and
 * the calling formula's variables, overlaid by `subFormulaConfigs`, as `config`.
 * Context value: the output of the last step of that formula, also if it failed.
 */
export const formula = defineStepType({
  type: "formula",
  label: "Sub-formula",
  summary: "Runs another formula and returns the result of its last step.",
  icon: "workflow",
  color: "step-formula",
  purpose: "formulas",
  line: [phrase("formula {id}", ({ formulaId }) => formulaId)],
  nests: true,
  properties: z.object({
    formulaId: z.coerce.number("must be the id of a formula").int().register(property, {
      reads: "template",
      label: "Formula",
      field: "formula",
    }),
    args: z.preprocess(parsedJson, z.unknown()).optional().register(property, {
      reads: "template",
      label: "Arguments",
      field: "json",
      place: "json",
      bare: true,
      help: "The other formula reads them as trigger.args.",
    }),
    subFormulaConfigs: objectOrJson.optional().register(property, {
      reads: "template",
      label: "Variables",
      field: "json",
      place: "json",
      bare: true,
      help: "Added to the variables of this formula. They override variables of the same key.",
    }),
  }),
  recordDepth: (engine) => (engine === "v1" ? 0 : 1),
  recorded: (outcome) => (outcome.error === undefined || outcome.error === null ? outcome : { error: outcome.error }),
  story: usualStory("formula of"),
  changesOutside: () => false,
  example: { formulaId: 12, args: { order: "${steps.loop.entry}" }, subFormulaConfigs: { target: "${config.crm}" } },
  async run({ properties: { formulaId, args, subFormulaConfigs = {} }, ports }) {
    const { output, error, reason } = await ports.formula({ formulaId, args: args ?? {}, subFormulaConfigs });
    return error === undefined ? { took: "onSuccess", output } : { took: "onFailure", output, error, reason };
  },
});

/** Parses JSON text; other text is an argument as it is. */
function parsedJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}
