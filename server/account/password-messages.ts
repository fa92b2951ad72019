type Values = Readonly<Record<string, string | number>>;

/** A sentence for screens, which translate it: the key of its message, and its values. */
export type PasswordProblem = { key: keyof typeof MESSAGES; values: Values };

type Message = {
  /** In the format of the catalogs of screens. */
  message: string;
  english: (values: Values) => string;
};

const plain = (message: string): Message => ({ message, english: () => message });

const counted = (one: string, several: string): Message => ({
  message: `must have at least {least, plural, one {# ${one}} other {# ${several}}}`,
  english: (values) => `must have at least ${values.least} ${filled(values.least === 1 ? one : several, values)}`,
});

const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** All reasons to refuse a password, in English for the API. */
const MESSAGES = {
  tooLong: plain("must not be longer than 256 characters"),
  control: plain("must not have control characters"),
  length: counted("character", "characters"),
  numbers: counted("numeric character", "numeric characters"),
  uppercase: counted("uppercase letter", "uppercase letters"),
  lowercase: counted("lowercase letter", "lowercase letters"),
  symbols: counted("special character of {symbols}", "special characters of {symbols}"),
  firstName: plain("must not contain the first name"),
  lastName: plain("must not contain the last name"),
  username: plain("must not contain the username"),
  common: plain("is a common password, or one with a few characters added. Choose one that is harder to guess"),
  previous: {
    message: "must differ from the last {count, plural, one {# password} other {# passwords}}",
    english: ({ count }) => `must differ from the last ${count} ${count === 1 ? "password" : "passwords"}`,
  },
} as const satisfies Record<string, Message>;

/** The English messages for screens, by key. */
export const PASSWORD_MESSAGES = Object.fromEntries(
  Object.entries(MESSAGES).map(([key, { message }]) => [key, message]),
) as Readonly<Record<keyof typeof MESSAGES, string>>;

export const problem = (key: PasswordProblem["key"], values: Values = {}): PasswordProblem => ({ key, values });

/** The problems as a text of the API. */
export const inEnglish = (problems: readonly PasswordProblem[]): string =>
  problems.map(({ key, values }) => (MESSAGES[key] as Message).english(values)).join("; ");
