import { z } from "zod";

// The error message of a value, in the product's wording. It replaces zod's own message wherever a schema gives none;
// the caller prefixes the name of the field: `name: is required`.

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Issues = { path: PropertyKey[]; message: string }[];

/** The sentence for one issue, without the field. */
function messageFor(issue: Issue): string {
  const words = MESSAGES[issue.code] as ((issue: Issue) => string) | undefined;
  return words?.(issue) ?? "is not valid";
}

type Messages = { [Code in Issue["code"]]?: (issue: Extract<Issue, { code: Code }>) => string };

const MESSAGES: Messages = {
  invalid_type: ({ expected, input }) =>
    input === undefined ? "is required" : `must be ${EXPECTED[expected] ?? `of type ${expected}`}`,
  invalid_value: ({ values, input }) =>
    input === undefined ? "is required" : `must be ${either(values.map((value) => shown(value)))}`,
  too_small: ({ origin, minimum, inclusive = true }) => atLeast(origin, minimum, inclusive),
  too_big: ({ origin, maximum, inclusive = true }) => atMost(origin, maximum, inclusive),
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  invalid_format: (issue) =>
    FORMATS[issue.format] ??
    ("prefix" in issue ? `must begin with ${shown(issue.prefix)}` : undefined) ??
    ("suffix" in issue ? `must end with ${shown(issue.suffix)}` : undefined) ??
    ("includes" in issue ? `must contain ${shown(issue.includes)}` : "does not have the expected format"),
  unrecognized_keys: ({ keys }) =>
    `must not have ${keys.length === 1 ? "the field" : "the fields"} ${keys.slice(0, 5).map(shown).join(", ")}`,
  invalid_union: ({ errors, discriminator }) =>
    errors.length === 0 && discriminator ? "must be one of the known kinds" : ofUnion(errors),
  invalid_key: ({ issues }) => `has a key that is not allowed: ${within(issues)}`,
  invalid_element: ({ issues }) => `has a value that is not allowed: ${within(issues)}`,
};

const EXPECTED: Partial<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  date: "a date such as 2026-01-31T12:00:00Z",
  null: "null",
  undefined: "left out",
  void: "left out",
  never: "left out",
  nan: "a number",
  file: "a file",
};

const FORMATS: Partial<Record<string, string>> = {
  email: "must be an e-mail address such as ada@example.com",
  url: "must be an address such as https://example.com",
  uuid: "must be a UUID",
  guid: "must be a UUID",
  datetime: "must be a date such as 2026-01-31T12:00:00Z",
  date: "must be a date such as 2026-01-31",
  time: "must be a time such as 12:00:00",
  duration: "must be a duration such as P1D",
  ipv4: "must be an IP address",
  ipv6: "must be an IP address",
  cidrv4: "must be a range of IP addresses",
  cidrv6: "must be a range of IP addresses",
  base64: "must be Base64 text",
  base64url: "must be Base64 text for addresses",
  json_string: "must be JSON text",
  hostname: "must be the name of a host",
};

type Bound = number | bigint;

function atLeast(origin: string, minimum: Bound, inclusive: boolean): string {
  if (origin === "string")
    return minimum <= 1 ? "must not be empty" : `must have at least ${count(minimum, "character")}`;
  if (HELD[origin]) return minimum <= 1 ? "must not be empty" : `must have at least ${count(minimum, HELD[origin])}`;
  if (origin === "date") return `must not be before ${new Date(Number(minimum)).toISOString()}`;
  return inclusive ? `must be at least ${grouped(minimum)}` : `must be greater than ${grouped(minimum)}`;
}

function atMost(origin: string, maximum: Bound, inclusive: boolean): string {
  if (origin === "string") return `must not be longer than ${count(maximum, "character")}`;
  if (HELD[origin]) return maximum === 0 ? "must be empty" : `must have at most ${count(maximum, HELD[origin])}`;
  if (origin === "date") return `must not be after ${new Date(Number(maximum)).toISOString()}`;
  return inclusive ? `must be at most ${grouped(maximum)}` : `must be less than ${grouped(maximum)}`;
}

/** The units counted in a value of each type. */
const HELD: Partial<Record<string, string>> = {
  array: "entry",
  set: "entry",
  map: "entry",
  object: "field",
  file: "byte",
};

const count = (number: Bound, what: string) =>
  `${grouped(number)} ${number === 1 ? what : what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`}`;

const grouped = (number: Bound) => number.toLocaleString("en");

/** If no variant matches at all, any could be meant; if one nearly matches, the message names what it lacks. */
function ofUnion(errors: readonly Issues[]): string {
  const near = errors.find((issues) => issues.some(({ path }) => path.length > 0));
  if (near) return within(near);
  const messages = [...new Set(errors.map(([issue]) => issue?.message ?? "is not valid"))];
  if (messages.length > 1 && messages.every((message) => message.startsWith(MUST)))
    return `${MUST}${either(messages.map((message) => message.slice(MUST.length)))}`;
  return messages[0] ?? "is not valid";
}

const MUST = "must be ";

function within(issues: Readonly<Issues>): string {
  const [{ path, message } = { path: [], message: "is not valid" }] = issues;
  return path.length > 0 ? `${path.map(String).join(".")} ${message}` : message;
}

const either = (choices: string[]): string =>
  choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;

const shown = (value: unknown): string => (typeof value === "string" ? `"${value}"` : String(value));

z.config({ localeError: messageFor });
