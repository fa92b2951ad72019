import type { PasswordProblem } from "./password-messages.ts";

/**
 * Refusals of a sign-in whose password was right, by their reason, and how their messages begin: next-auth passes only
 * a text on to the page.
 */
const BEGINNINGS = {
  /** The code of the second factor is missing or wrong. */
  secondFactor: "Code needed: ",
  passwordExpired: "Password expired: ",
  /** The policy does not allow the new password. */
  passwordRefused: "Password refused: ",
} as const;

export type SignInStep = keyof typeof BEGINNINGS;

const STEPS = Object.keys(BEGINNINGS) as SignInStep[];

/** The message for the page; its `sentences`, which the page translates, for a password that the policy refuses. */
export function withStep(reason: string | undefined, message: string, sentences?: readonly object[]): string {
  const step = STEPS.find((known) => known === reason);
  if (step === "passwordRefused") return BEGINNINGS[step] + JSON.stringify(sentences ?? []);
  return step ? BEGINNINGS[step] + message : message;
}

/** The step that is missing, if the password was right, and the message for people, or the problems of the new password. */
export function stepIn(text: string) {
  const step = STEPS.find((known) => text.startsWith(BEGINNINGS[known]));
  const message = step ? text.slice(BEGINNINGS[step].length) : text;
  return { step, message, problems: step === "passwordRefused" ? problemsIn(message) : [] };
}

/** None for the message of a process of the version before, which is no list. */
function problemsIn(text: string): PasswordProblem[] {
  try {
    return JSON.parse(text) as PasswordProblem[];
  } catch {
    return [];
  }
}
