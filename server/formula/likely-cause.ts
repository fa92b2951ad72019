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
    cause: "The account has withdrawn its permission, or it has run out.",
    help: "Connect the account again, then run this once more.",
    act: "reconnect",
  },
  {
    fits: code(401, 403),
    cause: "The provider did not accept the credentials, or they may not do this.",
    help: "Connect the account again, or ask its owner for the permission.",
    act: "reconnect",
  },
  {
    fits: code(404),
    cause: "What was asked for is not there: an id or an address is wrong, or the object was deleted.",
    help: "Compare the address in Request with the data that came in.",
    act: "design",
  },
  {
    fits: code(409),
    cause: "The provider has such an object already, or somebody changed it meanwhile.",
    help: "Look at what the provider said, then correct the data and run it again.",
    act: "input",
  },
  {
    fits: code(400, 405, 406, 415, 422),
    cause: "The provider did not like the data: a field is missing, has the wrong form, or is not known there.",
    help: "Look at what the provider said and compare it with the body in Request.",
    act: "input",
  },
  {
    fits: code(429),
    cause: "Too many calls in a short time.",
    help: "Run it again later, or let the step retry with a longer delay.",
    act: "again",
  },
  {
    fits: (failure) =>
      (failure.code ?? 0) >= 500 || says(/timed? ?out|did not answer|unreachable|ECONN|socket/i)(failure),
    cause: "The provider is not well at the moment, or cannot be reached.",
    help: "Run it again later. If that happens often, let the step retry.",
    act: "again",
  },
  {
    fits: says(/private address|may not be called|blocked/i),
    cause: "The address leads into a private network, where formulas may not call.",
    help: "Use a public address, or let an administrator allow this one.",
    act: "design",
  },
  {
    fits: says(/Cannot read properties of (undefined|null)|is not (a function|iterable|defined)/),
    cause: "The code counts on a value that was not there in this run.",
    help: "Look at Input: what is missing was not in the data, or a step before did not hand it on.",
    act: "design",
  },
  {
    fits: says(/is not a list\.$/),
    cause: "The loop needs a list, and got something else.",
    help: "Look at what the path leads to in this run.",
    act: "design",
  },
  {
    fits: says(/ran longer than|without coming to an end/),
    cause: "The run went on for too long: often a circle without an end, or a very long list.",
    help: "Look at the step that ran most often.",
    act: "design",
  },
  {
    fits: ({ stepType }) => findStepType(stepType)?.hasScript === true,
    cause: "The code of this step threw an error.",
    help: "Open the step with this run's data; the error names the place.",
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
