import { type PasswordProblem, problem } from "./password-messages.ts";

/** Requirements for passwords; the counts are minimums per character class. */
export type PasswordPolicy = {
  minLength: number;
  minUppercase: number;
  minLowercase: number;
  minNumbers: number;
  minSymbols: number;
  /** The special characters. */
  symbolCharacterSet: string;
  /** The number of previous passwords that may not be reused. */
  previousPasswordCount: number;
  /** The number of days after which a password has to be changed; 0 for never. */
  expirationDays: number;
};

/** The policy of organizations without their own. */
export const USUAL_POLICY: PasswordPolicy = {
  minLength: 8,
  minUppercase: 1,
  minLowercase: 1,
  minNumbers: 1,
  minSymbols: 1,
  symbolCharacterSet: " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  previousPasswordCount: 0,
  expirationDays: 0,
};

/** The password policy of an organization, whose column was validated by the API. */
export const policyOf = ({ passwordPolicy }: { passwordPolicy: unknown }): PasswordPolicy => ({
  ...USUAL_POLICY,
  ...(passwordPolicy as PasswordPolicy | null),
});

export type Named = { email: string; firstName: string; lastName: string };

const MAX_LENGTH = 256;
/** Shorter names occur in too many words. */
const SHORTEST_NAME = 3;

/**
 * All violations of the policy by a new password, as sentences that never repeat the password. The password is checked
 * in its NFKC form, in which it is also compared.
 */
export function passwordProblems(
  password: string,
  policy: PasswordPolicy,
  { email, firstName, lastName }: Named,
): PasswordProblem[] {
  // Checked before any processing (F15).
  if (password.length > MAX_LENGTH) return [problem("tooLong")];
  const text = password.normalize("NFKC");
  const characters = [...text];
  const lower = text.toLowerCase();
  const counted = (test: (character: string) => boolean) => characters.filter(test).length;
  const symbols = policy.symbolCharacterSet;
  const kinds: [key: PasswordProblem["key"], least: number, found: number, values?: PasswordProblem["values"]][] = [
    ["length", policy.minLength, characters.length],
    ["numbers", policy.minNumbers, counted(matches(/\p{Nd}/u))],
    ["uppercase", policy.minUppercase, counted(matches(/\p{Lu}/u))],
    ["lowercase", policy.minLowercase, counted(matches(/\p{Ll}/u))],
    [
      ...(["symbols", policy.minSymbols, counted((character) => symbols.includes(character))] as const),
      { symbols: symbols.trim() },
    ],
  ];
  const names: [key: PasswordProblem["key"], name: string][] = [
    ["firstName", firstName],
    ["lastName", lastName],
    ["username", email.split("@", 1)[0] ?? ""],
  ];
  return [
    ...(characters.some(isControl) ? [problem("control")] : []),
    ...kinds
      .filter(([, least, found]) => found < least)
      .map(([key, least, , values]) => problem(key, { least, ...values })),
    ...names
      .map(([key, name]) => [key, name.normalize("NFKC").toLowerCase().trim()] as const)
      .filter(([, name]) => name.length >= SHORTEST_NAME && lower.includes(name))
      .map(([key]) => problem(key)),
  ];
}

const matches = (pattern: RegExp) => (character: string) => pattern.test(character);
const isControl = matches(/\p{Cc}/u);
