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
export function passwordProblems(password: string, policy: PasswordPolicy, { email, firstName, lastName }: Named) {
  // Checked before any processing (F15).
  if (password.length > MAX_LENGTH) return [`must not be longer than ${MAX_LENGTH} characters`];
  const text = password.normalize("NFKC");
  const characters = [...text];
  const lower = text.toLowerCase();
  const counted = (test: (character: string) => boolean) => characters.filter(test).length;
  const kinds: [least: number, found: number, one: string, several: string][] = [
    [policy.minLength, characters.length, "character", "characters"],
    [policy.minNumbers, counted(matches(/\p{Nd}/u)), "numeric character", "numeric characters"],
    [policy.minUppercase, counted(matches(/\p{Lu}/u)), "uppercase letter", "uppercase letters"],
    [policy.minLowercase, counted(matches(/\p{Ll}/u)), "lowercase letter", "lowercase letters"],
    [
      policy.minSymbols,
      counted((character) => policy.symbolCharacterSet.includes(character)),
      `special character of ${policy.symbolCharacterSet.trim()}`,
      `special characters of ${policy.symbolCharacterSet.trim()}`,
    ],
  ];
  const names: [name: string, called: string][] = [
    [firstName, "first name"],
    [lastName, "last name"],
    [email.split("@", 1)[0] ?? "", "username"],
  ];
  return [
    ...(characters.some(isControl) ? ["must not have control characters"] : []),
    ...kinds
      .filter(([least, found]) => found < least)
      .map(([least, , one, several]) => `must have at least ${least} ${least === 1 ? one : several}`),
    ...names
      .map(([name, called]) => [name.normalize("NFKC").toLowerCase().trim(), called] as const)
      .filter(([name]) => name.length >= SHORTEST_NAME && lower.includes(name))
      .map(([, called]) => `must not contain the ${called}`),
  ];
}

const matches = (pattern: RegExp) => (character: string) => pattern.test(character);
const isControl = matches(/\p{Cc}/u);
