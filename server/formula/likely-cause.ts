import type { RunFailureReason } from "./failure-reason.ts";
import { findStepType } from "./find-definition.ts";

/** The usual cause of a failure, and what helps. `key` names both in the messages, `act` the screen's button for it. */
export type LikelyCause = {
  key: string;
  cause: string;
  help: string;
  act?: "reconnect" | "design" | "input" | "again";
};

type Failed = { stepType: string; error: string; reason?: RunFailureReason | null; code?: number | undefined };
type Rule = LikelyCause & { fits: (failed: Failed) => boolean };

const code =
  (...codes: number[]) =>
  (failed: Failed) =>
    failed.code !== undefined && codes.includes(failed.code);
const because =
  (...reasons: RunFailureReason[]) =>
  ({ reason }: Failed) =>
    reason !== null && reason !== undefined && reasons.includes(reason);
const hasScript = ({ stepType }: Failed) => findStepType(stepType)?.hasScript === true;

/** The first rule that fits counts. */
const RULES: Rule[] = [
  {
    fits: because("authorizationEnded"),
    key: "authorizationEnded",
    cause: "The authorization of the connection was revoked or has expired.",
    help: "Reconnect the account, then run the formula again.",
    act: "reconnect",
  },
  {
    fits: code(401, 403),
    key: "credentials",
    cause: "The provider rejected the credentials, or they lack the required permission.",
    help: "Reconnect the account, or ask its owner for the permission.",
    act: "reconnect",
  },
  {
    fits: code(404),
    key: "notFound",
    cause: "The requested object does not exist: an id or a path is wrong, or the object was deleted.",
    help: "Compare the path in Request with the data in Input.",
    act: "design",
  },
  {
    fits: code(405),
    key: "methodNotAllowed",
    cause:
      "The method is not available at this path: the provider does not allow it, or the element has no such operation any more.",
    help: "Select another operation or method in the step.",
    act: "design",
  },
  {
    fits: code(409),
    key: "conflict",
    cause: "The object already exists at the provider, or it was changed in the meantime.",
    help: "Read the provider's response, then correct the data and run the formula again.",
    act: "input",
  },
  {
    fits: code(400, 406, 415, 422),
    key: "invalidData",
    cause: "The provider rejected the data: a field is missing, unknown, or has the wrong format.",
    help: "Compare the provider's response with the body in Request.",
    act: "input",
  },
  {
    fits: code(429),
    key: "tooManyRequests",
    cause: "Too many requests were sent in a short time.",
    help: "Run the formula again later, or set a longer retry delay for the step.",
    act: "again",
  },
  {
    fits: because("brokenReply"),
    key: "brokenReply",
    cause: "The provider responded with success, but with a body that is not the JSON that its content type promises.",
    help: "Read the provider's response. Check the path and the Accept header in Request; a hook of the element can also read such a body.",
    act: "design",
  },
  {
    fits: (failed) => (failed.code ?? 0) >= 500 || because("noResponse")(failed),
    key: "unavailable",
    cause: "The provider has a temporary problem, or cannot be reached.",
    help: "Run the formula again later. If this happens often, turn on retry for the step, or raise its attempts and delay.",
    act: "again",
  },
  {
    fits: because("addressNotAllowed"),
    key: "addressNotAllowed",
    cause: "Formulas cannot access this address: it is in a private network, or its scheme or port is not allowed.",
    help: "Use a public address, or ask an administrator to allow this address.",
    act: "design",
  },
  {
    // In the wording of the script engine.
    fits: (failed) =>
      hasScript(failed) && /cannot read propert|is not (a function|iterable|defined)/i.test(failed.error),
    key: "missingValue",
    cause: "The code uses a value that is missing in this run.",
    help: "Check Input: the value was not in the data, or an earlier step did not return it.",
    act: "design",
  },
  {
    fits: because("noList"),
    key: "noList",
    cause: "The loop requires a list but received another value.",
    help: "Check the value at this path in this run.",
    act: "design",
  },
  {
    fits: because("scriptOutOfTime"),
    key: "scriptOutOfTime",
    cause: "The code of this step ran too long, or waits for a promise that is never resolved.",
    help: "Open the step with this run's data, and check its loops.",
    act: "design",
  },
  {
    fits: because("outOfTime", "outOfSteps"),
    key: "runOutOfTime",
    cause: "The run took too long, often because of an endless loop or a very long list.",
    help: "Check the step that ran most often.",
    act: "design",
  },
  {
    fits: hasScript,
    key: "scriptError",
    cause: "The code of this step threw an error.",
    help: "Open the step with this run's data. The error message contains the line.",
    act: "design",
  },
];

/** The texts of all causes, for the messages. */
export const CAUSE_MESSAGES: Readonly<Record<string, string>> = Object.fromEntries(
  RULES.flatMap(({ key, cause, help }) => [
    [`${key}/cause`, cause],
    [`${key}/help`, help],
  ]),
);

/** The most likely cause of a failure; null if it is unknown. */
export function likelyCause(failed: Failed): LikelyCause | null {
  const rule = RULES.find(({ fits }) => fits(failed));
  if (!rule) return null;
  const { fits: _, ...cause } = rule;
  return cause;
}
