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

/** The message for the page. */
export function withStep(reason: string | undefined, message: string): string {
  const step = STEPS.find((known) => known === reason);
  return step ? BEGINNINGS[step] + message : message;
}

/** The step that is missing, if the password was right, and the message for people. */
export function stepIn(text: string): { step: SignInStep | undefined; message: string } {
  const step = STEPS.find((known) => text.startsWith(BEGINNINGS[known]));
  return { step, message: step ? text.slice(BEGINNINGS[step].length) : text };
}
