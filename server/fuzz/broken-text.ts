import fc from "fast-check";

const LONGEST = 20_000;

/** Text that parsers trip over: signs of all syntaxes, odd characters, names of prototypes, numbers beyond their range. */
const FRAGMENTS = [
  ...[
    "'",
    '"',
    "`",
    "\\",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "${",
    "<",
    ">",
    "</",
    "&",
    "&#0;",
    ";",
    ",",
    ".",
    "..",
    ":",
    "=",
  ],
  ...["/", "//", "#", "?", "@", "*", "+", "-", "|", "%", "%zz", "%00", "~1", "\0", "\n", "\r\n", "\t", " ", "\u00a0"],
  ...["\u2028", "\ufeff", "\ud800", "\udc00", "\u202e", "\u0301", "🦄", "é", "İ", "ſ", "①", "．"],
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "null", "true", "undefined", "NaN"],
  ...[
    "-0",
    "0x7f",
    "1e999",
    "-1",
    "007",
    "9007199254740993",
    "99999999999999999999",
    "AND",
    "OR",
    "IN",
    "LIKE",
    "$ref",
  ],
] as const;

/** A change of a text. Positions are taken modulo its length, so that every change fits every text. */
type Edit =
  | { type: "cut"; at: number; length: number }
  | { type: "insert"; at: number; text: string }
  | { type: "repeat"; at: number; length: number; times: number }
  | { type: "move"; at: number; length: number; to: number };

const position = fc.nat(100_000);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ type: fc.constant("cut"), at: position, length: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ type: fc.constant("insert"), at: position, text: fc.constantFrom(...FRAGMENTS) }),
  fc.record({
    type: fc.constant("repeat"),
    at: position,
    length: fc.integer({ min: 1, max: 8 }),
    times: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 2, max: 5 }) }, fc.integer({ min: 100, max: 3000 })),
  }),
  fc.record({ type: fc.constant("move"), at: position, length: fc.integer({ min: 1, max: 20 }), to: position }),
);

function edited(text: string, change: Edit): string {
  const at = change.at % (text.length + 1);
  switch (change.type) {
    case "cut":
      return text.slice(0, at) + text.slice(at + change.length);
    case "insert":
      return text.slice(0, at) + change.text + text.slice(at);
    case "repeat":
      return text.slice(0, at) + text.slice(at, at + change.length).repeat(change.times) + text.slice(at);
    case "move": {
      const moved = text.slice(at, at + change.length);
      const rest = text.slice(0, at) + text.slice(at + change.length);
      const to = change.to % (rest.length + 1);
      return rest.slice(0, to) + moved + rest.slice(to);
    }
  }
}

/** Texts that are almost valid, two valid ones in each other, and a few of any characters. At most 20,000 characters. */
export const brokenText = (seeds: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 19,
      arbitrary: fc
        .tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 6 }))
        .map(([seed, edits]) => edits.reduce(edited, seed).slice(0, LONGEST)),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...seeds), fc.constantFrom(...seeds), position)
        .map(([outer, inner, at]) => edited(outer, { type: "insert", at, text: inner }).slice(0, LONGEST)),
    },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...FRAGMENTS), maxLength: 60 }) },
  );
