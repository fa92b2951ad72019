/** One name in the forms that code and people need. */
export type Names = {
  /** `sendSms`, for types and identifiers. */
  camel: string;
  /** `SendSms`, for components. */
  pascal: string;
  /** `send-sms`, for files. */
  kebab: string;
  /** `sendsms`, for keys of elements. */
  flat: string;
  /** `Send sms`, for people. */
  label: string;
};

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+|[A-Z][a-z0-9]*)*$/;
const MOST_CHARACTERS = 40;
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** The forms of a name, or a sentence that says why it cannot be used. */
export function parseName(name: string): Names | string {
  if (!NAME.test(name))
    return `"${name}" is not a valid name. Use letters and digits, beginning with a small letter: sendSms or send-sms.`;
  if (name.length > MOST_CHARACTERS) return `The name is too long. Use at most ${MOST_CHARACTERS} characters.`;
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split("-");
  const [first = "", ...rest] = words;
  const camel = first + rest.map(capitalized).join("");
  if (RESERVED.has(camel)) return `"${name}" is a reserved word of JavaScript. Choose another name.`;
  return {
    camel,
    pascal: capitalized(camel),
    kebab: words.join("-"),
    flat: words.join(""),
    label: capitalized(words.join(" ")),
  };
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
