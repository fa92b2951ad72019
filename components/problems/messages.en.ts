import type { ProblemKey } from "#server/formula/problem-sentences.ts";

/** Problems of the instances of formulas and of the events of connections, and how to fix them. */
export default {
  willNotFire: "The trigger will not fire.",
  stepWillFail: "A step will fail.",
  runWillEnd: "The run will end there.",
  ownerWithoutAccess:
    "User {userId}, who owns the instance, was deleted or deactivated. Activate the user, or create the instance again as another one.",
  moreTriggers:
    "Only the first trigger of the formula starts runs. Remove the others, or give each a formula of its own that runs this one as a sub-formula.",
  scheduleIsOver: "All times of its schedule are in the past. Choose later ones, or leave out the year.",
  triggerInstanceDeleted: "Its connection ({id}) was deleted. Choose another one in the settings of the instance.",
  stepInstanceDeleted: "The connection of {step} ({id}) was deleted. Choose another one.",
  noFormula:
    "{step} runs the formula {written}, which does not exist, or which the owner of the instance may not run. Choose another one in the formula.",
  lostArrow: "{owner} leads to the step {step}, which does not exist.",
  noAddress:
    "{step} sends no e-mail. Enter an e-mail address in the settings of the instance, under Failure notifications.",
  noMailServer:
    "{step} sends no e-mail, because this installation has no mail server. Ask its administrator to set SMTP_URL.",
  eventsOff: "Events of {name} are off. To switch them on, turn on Events in the settings of the connection.",
  eventsRefused: "{name} is switched off, so its events are refused. Switch the connection on.",
  pollsNothing:
    "{name} is polled for changes, but no object is chosen. In the settings of the connection, choose the objects to poll.",
  authorizationEnded: "Its authorization ended. Reconnect it.",
} as const satisfies Record<ProblemKey, string>;
