import { phrase, textOf } from "../definition.ts";
import { property } from "../property.ts";
import { defineStepType } from "../step-type.ts";
import { countTook } from "../story.ts";
import { codeLine, DECISION_OUTPUTS, notesOf, scriptProperties } from "./script.ts";

/**
 * `filter` (spec §2.5, §3): the script calls done(true) or done(false), and only that value picks the branch.
 * Context value: `{ continue: boolean }`. Any other value is an error of the step.
 */
export const filter = defineStepType({
  type: "filter",
  label: "JS filter",
  summary: "Branches on a true/false condition.",
  icon: "filter",
  color: "step-filter",
  purpose: "decide",
  ports: { onSuccess: { label: "true", role: "next" }, onFailure: { label: "false", role: "skip" } },
  line: [phrase("{condition}", ({ body }) => /done\((.*)\)/s.exec(textOf(body))?.[1]?.trim() ?? codeLine(body))],
  outputs: DECISION_OUTPUTS,
  starter: { body: "done(true);" },
  edits: "nothing",
  story: [
    {
      message: 'The filter "{step}" returned {value, select, yes {true} no {false} other {no value}}.',
      values: (facts) =>
        facts.visits > 1
          ? undefined
          : { value: facts.failures > 0 ? "none" : countTook(facts, "onSuccess") > 0 ? "yes" : "no" },
    },
    {
      message:
        'The filter "{step}" returned true {yes, plural, one {# time} other {# times}} and false {no, plural, one {# time} other {# times}}.',
      values: (facts) => ({ yes: countTook(facts, "onSuccess"), no: countTook(facts, "onFailure") }),
    },
  ],
  properties: scriptProperties.extend({
    body: scriptProperties.shape.body.clone().register(property, {
      reads: "script",
      label: "Condition",
      field: "condition",
      help: "JavaScript that calls done(true) or done(false).",
    }),
  }),
  pure: true,
  changesOutside: () => false,
  example: { body: "done(trigger.args.total > 100);" },
  async run({ properties: { body, scriptEngine = "v2" }, context, ports, signal }) {
    const result = await ports.sandbox.run({ body, scriptEngine, context }, signal);
    const notes = notesOf(result);
    if (!result.ok) return { took: "onFailure", error: result.error, reason: result.reason, notes };
    if (typeof result.value !== "boolean") {
      return { took: "onFailure", error: "A filter must call done(true) or done(false).", notes };
    }
    return { took: result.value ? "onSuccess" : "onFailure", output: { continue: result.value }, notes };
  },
});
