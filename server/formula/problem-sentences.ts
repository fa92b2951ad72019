type Values = Readonly<Record<string, string | number>>;

/** A sentence about what does not work: its key, for screens, which have their own words, and its values. */
export type ProblemSentence = { key: ProblemKey; values: Values };

/** The sentences of the API. Screens show names in place of ids, so there are values that no sentence here contains. */
const MESSAGES = {
  willNotFire: "The trigger will not fire.",
  stepWillFail: "The step will fail.",
  runWillEnd: "The run will end there.",
  ownerWithoutAccess:
    "User {userId}, who owns the formula instance, was deleted or deactivated. Activate the user, or create the formula instance again as another one.",
  moreTriggers:
    "Only the first trigger of the formula starts executions. Remove the others, or give each a formula of its own that runs this one as a sub-formula.",
  scheduleIsOver: "All times of its cron are in the past. Choose later ones, or leave out the year.",
  triggerInstanceDeleted:
    "The element instance {id} was deleted. Choose another one in the configuration of the formula instance.",
  stepInstanceDeleted: "{property} of step {step}: the element instance {id} was deleted. Choose another one.",
  noFormula:
    "{property} of step {step}: there is no formula {written} that the owner of the formula instance may run. Choose another one in the formula.",
  lostArrow: "{arrow} of {owner} names the step {step}, which does not exist.",
  noAddress: "Step {step} sends no e-mail. Set notification.email in the settings of the formula instance.",
  noMailServer:
    "Step {step} sends no e-mail, because this installation has no mail server (SMTP_URL). Its messages are listed by GET /notifications.",
  eventsOff:
    "Events of the element instance {id} are off. To switch them on, set event.notification.enabled to true in its configuration (PATCH /instances/{id}), or turn on Events in the settings of the connection.",
  eventsRefused:
    "The element instance {id} is disabled, and its events are refused. Enable it (PUT /instances/{id}/enabled).",
  pollsNothing:
    "The element instance {id} is polled for events, but no resource to poll is set. Name the resources in event.objects, or describe them in event.poller.configuration.",
  authorizationEnded: "Its authorization ended. Reconnect it.",
} as const satisfies Record<string, string>;

export type ProblemKey = keyof typeof MESSAGES;

export const sentence = (key: ProblemKey, values: Values = {}): ProblemSentence => ({ key, values });

const QUOTED = new Set(["step", "owner"]);

/** The sentences as one text of the API. */
export const inEnglish = (sentences: readonly ProblemSentence[]): string =>
  sentences
    .map(({ key, values }) =>
      MESSAGES[key].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        QUOTED.has(name) ? `"${values[name]}"` : String(values[name]),
      ),
    )
    .join(" ");
