import { findStepType } from "./find-definition.ts";

/** Why something usually fails in this way, and what helps. `act` names the screen's button for it. */
export type LikelyCause = { cause: string; help: string; act?: "reconnect" | "design" | "input" | "again" };

type Failure = { stepType: string; error: string; code?: number | undefined };
type Rule = LikelyCause & { fits: (failure: Failure) => boolean };

const code =
  (...codes: number[]) =>
  (failure: Failure) =>
    failure.code !== undefined && codes.includes(failure.code);
const says = (words: RegExp) => (failure: Failure) => words.test(failure.error);

/** The first that fits counts. */
const RULES: Rule[] = [
  {
    fits: says(/authori[sz]ation ended|connected again|re-?connect|refresh token/i),
    cause: "The authorization of the connection was revoked or has expired.",
    help: "Reconnect the account, then run the formula again.",
    act: "reconnect",
  },
  {
    fits: code(401, 403),
    cause: "The provider rejected the credentials, or they lack the required permission.",
    help: "Reconnect the account, or ask its owner for the permission.",
    act: "reconnect",
  },
  {
    fits: code(404),
    cause: "The requested object does not exist: an id or a path is wrong, or the object was deleted.",
    help: "Compare the path in Request with the data in Input.",
    act: "design",
  },
  {
    fits: code(409),
    cause: "The object already exists at the provider, or it was changed in the meantime.",
    help: "Read the provider's response, then correct the data and run the formula again.",
    act: "input",
  },
  {
    fits: code(400, 405, 406, 415, 422),
    cause: "The provider rejected the data: a field is missing, unknown, or has the wrong format.",
    help: "Compare the provider's response with the body in Request.",
    act: "input",
  },
  {
    fits: code(429),
    cause: "Too many requests were sent in a short time.",
    help: "Run the formula again later, or set a longer retry delay for the step.",
    act: "again",
  },
  {
    fits: (failure) =>
      (failure.code ?? 0) >= 500 || says(/timed? ?out|did not answer|unreachable|ECONN|socket/i)(failure),
    cause: "The provider has a temporary problem, or cannot be reached.",
    help: "Run the formula again later. If this happens often, turn on retry for the step.",
    act: "again",
  },
  {
    fits: says(/private address|may not be called|blocked/i),
    cause: "The address is in a private network, which formulas cannot access.",
    help: "Use a public address, or ask an administrator to allow this address.",
    act: "design",
  },
  {
    fits: says(/Cannot read properties of (undefined|null)|is not (a function|iterable|defined)/),
    cause: "The code uses a value that is missing in this run.",
    help: "Check Input: the value was not in the data, or an earlier step did not return it.",
    act: "design",
  },
  {
    fits: says(/is not a list\.$/),
    cause: "The loop requires a list but received another value.",
    help: "Check the value at this path in this run.",
    act: "design",
  },
  {
    fits: says(/ran longer than|without coming to an end/),
    cause: "The run took too long, often because of an endless loop or a very long list.",
    help: "Check the step that ran most often.",
    act: "design",
  },
  {
    fits: ({ stepType }) => findStepType(stepType)?.hasScript === true,
    cause: "The code of this step threw an error.",
    help: "Open the step with this run's data. The error message contains the line.",
    act: "design",
  },
];

/** The most likely cause of a failure; null if it is unknown. */
export function likelyCause(failure: Failure): LikelyCause | null {
  const rule = RULES.find(({ fits }) => fits(failure));
  if (!rule) return null;
  const { fits: _, ...told } = rule;
  return told;
}
