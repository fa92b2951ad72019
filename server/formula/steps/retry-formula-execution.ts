import { z } from "zod";
import { textOf } from "../definition.ts";
import { property } from "../property.ts";
import { wholeNumber } from "../property-values.ts";
import { defineStepType } from "../step-type.ts";
import { countTook } from "../story.ts";

const MOST_ATTEMPTS = 7;

/**
 * `retryFormulaExecution` (spec §2.5, §3): ends this run; the execution starts again with the same input round(e^x)
 * minutes later. With engine v1 x is the attempt, so 3, 7, 20, 55, 148, 403, 1097 minutes; with v3 x starts at 0, so 1,
 * 3, 7 and so on. After the last attempt the step fails.
 * Context value: v1 `{ error }`, the sentence that says when (spec §2.6), or why not; v3 `{ attempt }`, from 1, also
 * after the last attempt.
 */
export const retryFormulaExecution = defineStepType({
  type: "retryFormulaExecution",
  label: "Retry formula execution",
  summary: "Ends this run and retries it later with the same input.",
  icon: "rotate-ccw",
  color: "step-retry",
  purpose: "formulas",
  ports: { retry: { label: "retry" }, onFailure: { label: "no attempts left" } },
  line: [
    {
      message: "at most {count} times",
      values: ({ retryAttempts }) => ({ count: textOf(retryAttempts) || String(MOST_ATTEMPTS) }),
    },
  ],
  recorded: (outcome) => (outcome.output === undefined ? outcome : { output: outcome.output }),
  edits: "nothing",
  story: [
    {
      message: '"{step}" scheduled a retry of the run.',
      values: (facts) => (countTook(facts, "retry") > 0 ? {} : undefined),
    },
    { message: '"{step}" had no attempts left.', values: () => ({}) },
  ],
  properties: z.object({
    retryAttempts: wholeNumber(1, MOST_ATTEMPTS).optional().register(property, {
      reads: "template",
      label: "Retry attempts",
      help: "A number from 1 to 7. The default is 7.",
    }),
  }),
  changesOutside: () => false,
  example: { retryAttempts: 3 },
  run({ properties: { retryAttempts = MOST_ATTEMPTS }, attempt, engine, ports }) {
    if (attempt > retryAttempts) {
      const error = `The retry attempts (${retryAttempts}) are used up.`;
      return { took: "onFailure", error, ...(engine === "v3" && { output: { attempt } }) };
    }
    const delayMinutes = Math.round(Math.exp(engine === "v1" ? attempt : attempt - 1));
    if (engine === "v3") return { took: "retry", delayMinutes, output: { attempt } };
    const at = new Date(ports.now().getTime() + delayMinutes * 60_000).toISOString().replace("Z", "+00:00");
    return {
      took: "retry",
      delayMinutes,
      output: { error: `The execution is scheduled for a retry at approximately ${at}.` },
    };
  },
});
