import type { Context } from "../context.ts";
import { phrase } from "../definition.ts";
import { defineStepType, type StepPorts } from "../step-type.ts";
import { countTook } from "../story.ts";
import { codeLine, DECISION_OUTPUTS, notesOf, scriptProperties } from "./script.ts";

/**
 * `notification` (engine v1 only): if the script calls done(true), an e-mail is sent to the address of the instance's
 * `notification.email` setting. As in a filter, the value picks the branch.
 * Context value: `{ continue: boolean }`, and `delivery`, why no e-mail is sent if there is none. That is no error of
 * the run, since the setting and a mail server are optional.
 */
export const notification = defineStepType({
  type: "notification",
  label: "Notification",
  summary: "Sends an e-mail about this execution if a script returns true.",
  icon: "mail",
  color: "step-amqp",
  purpose: "call",
  ports: { onSuccess: { label: "true", role: "next" }, onFailure: { label: "false" } },
  line: [phrase("{code}", ({ body }) => codeLine(body))],
  outputs: [...DECISION_OUTPUTS, { path: ".delivery", label: "why no e-mail was sent, if so" }],
  starter: { body: "done(true);" },
  booleans: ["continue"],
  story: [
    {
      message:
        '"{step}" requested {count, plural, =0 {no e-mail} =1 {an e-mail} other {# e-mails}}. Its output says if none was sent.',
      values: (facts) => ({ count: countTook(facts, "onSuccess") }),
    },
  ],
  properties: scriptProperties,
  refusedBy: "v3",
  mailsInstance: true,
  changesOutside: () => true,
  example: { body: "done(steps.check.response.code >= 500);" },
  async run({ name, properties: { body, scriptEngine = "v2" }, context, ports, notifyTo, signal }) {
    const result = await ports.sandbox.run({ body, scriptEngine, context }, signal);
    const notes = notesOf(result);
    if (!result.ok) return { took: "onFailure", error: result.error, reason: result.reason, notes };
    if (typeof result.value !== "boolean") {
      return { took: "onFailure", error: "A notification must call done(true) or done(false).", notes };
    }
    if (!result.value) return { took: "onFailure", output: { continue: false }, notes };
    const delivery = notifyTo ? await mail(name, notifyTo, context, ports) : NO_ADDRESS;
    return { took: "onSuccess", output: { continue: true, ...(delivery && { delivery }) }, notes };
  },
});

const NO_ADDRESS = "No e-mail was sent. Set notification.email in the settings of the formula instance.";
const NO_MAIL_SERVER =
  "No e-mail was sent, because this installation has no mail server (SMTP_URL). GET /notifications lists the message.";

/** Queues the e-mail; returns why it will not be sent, if so. */
async function mail(step: string, to: string, { info }: Context, ports: Pick<StepPorts, "notify">) {
  const { formulaName, formulaInstanceName, formulaExecutionId } = info;
  const message = {
    to,
    subject: `Formula ${formulaName}: ${step}`,
    body: `Step ${step} of ${formulaName}, instance ${formulaInstanceName}, execution ${formulaExecutionId}.`,
  };
  return (await ports.notify(message, { executionId: formulaExecutionId })) ? undefined : NO_MAIL_SERVER;
}
