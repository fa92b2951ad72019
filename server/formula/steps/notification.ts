import { phrase } from "../definition.ts";
import { defineStepType } from "../step-type.ts";
import { countTook } from "../story.ts";
import { codeLine, DECISION_OUTPUTS, notesOf, scriptProperties } from "./script.ts";

/**
 * `notification` (engine v1 only): if the script calls done(true), an e-mail is sent to the address of the instance's
 * `notification.email` setting. As in a filter, the value picks the branch.
 * Context value: `{ continue: boolean }`. An instance without that setting is no error, since the setting is optional;
 * nothing is sent.
 */
export const notification = defineStepType({
  type: "notification",
  label: "Notification",
  summary: "Sends an e-mail about this execution if a script returns true.",
  icon: "mail",
  color: "step-amqp",
  purpose: "call",
  ports: { onSuccess: { label: "sent", role: "next" }, onFailure: { label: "not sent" } },
  line: [phrase("{code}", ({ body }) => codeLine(body))],
  outputs: DECISION_OUTPUTS,
  starter: { body: "done(true);" },
  booleans: ["continue"],
  story: [
    {
      message: '"{step}" sent {count, plural, =0 {no notification} =1 {a notification} other {# notifications}}.',
      values: (facts) => ({ count: countTook(facts, "onSuccess") }),
    },
  ],
  properties: scriptProperties,
  refusedBy: "v3",
  changesOutside: () => true,
  example: { body: "done(steps.check.response.code >= 500);" },
  async run({ name, properties: { body, scriptEngine = "v2" }, context, ports, notifyTo, signal }) {
    const result = await ports.sandbox.run({ body, scriptEngine, context }, signal);
    const notes = notesOf(result);
    if (!result.ok) return { took: "onFailure", error: result.error, reason: result.reason, notes };
    if (typeof result.value !== "boolean") {
      return { took: "onFailure", error: "A notification must call done(true) or done(false).", notes };
    }
    if (result.value && notifyTo) {
      const { formulaName, formulaInstanceName, formulaExecutionId } = context.info;
      const message = {
        to: notifyTo,
        subject: `Formula ${formulaName}: ${name}`,
        body: `Step ${name} of ${formulaName}, instance ${formulaInstanceName}, execution ${formulaExecutionId}.`,
      };
      await ports.notify(message, { executionId: formulaExecutionId });
    }
    return { took: result.value ? "onSuccess" : "onFailure", output: { continue: result.value }, notes };
  },
});
