import { MASK } from "./mask.ts";

/** A shorter secret would mask ordinary words, and gives no protection. */
export const MIN_SECRET = 4;

/** Masks some texts, each of at least `MIN_SECRET` characters, wherever they occur. */
export type Masker = {
  /** The text itself, identical, if there was nothing to mask. */
  mask: (text: string) => string;
  /** Whether this is one of the texts. */
  is: (text: string) => boolean;
};

/** Up to here one search for each of the texts is faster than looking at each character. */
const FEW = 32;

export function createMasker(texts: readonly string[]): Masker {
  // A text that contains another must be masked as a whole.
  const known = new Set(texts);
  const sorted = [...new Set(texts.map(upperHex))].sort((one, other) => other.length - one.length);
  const few = sorted.length <= FEW ? oneByOne(sorted) : undefined;
  const needles = once(() => sorted.map(needleOf));
  const exact = once(() => inOnePass(needles(), EXACT));
  const inAnyCase = once(() => inOnePass(needles(), FOLDED));
  return {
    mask(text) {
      if (!hasLowerCode(text)) return few ? few(text) : exact()(text);
      if (!few) return inAnyCase()(text);
      const searched = folded(text);
      return needles().some((needle) => searched.includes(needle.folded)) ? inAnyCase()(text) : text;
    },
    is: (text) => known.has(text),
  };
}

/** Computed when it is first needed. */
function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

const LOWER_CODE = /%(?:[a-f][\da-fA-F]|[\dA-F][a-f])/;

/** Whether a code has digits in another spelling than those of the secrets. */
const hasLowerCode = (text: string) => text.includes("%") && LOWER_CODE.test(text);

const CODE = /%[\da-f]{2}/gi;

/** Two spellings of a percent-encoded character become one, of the same length. */
const upperHex = (text: string) => (text.includes("%") ? text.replaceAll(CODE, (code) => code.toUpperCase()) : text);

/** All digits of codes, and other letters from a to f, in one spelling: where a code begins depends on what is before. */
const folded = (text: string) =>
  ["a", "b", "c", "d", "e", "f"].reduce((spelled, letter) => spelled.replaceAll(letter, letter.toUpperCase()), text);

const oneByOne = (sorted: readonly string[]) => (text: string) => {
  let result = text;
  for (const secret of sorted) if (result.includes(secret)) result = result.replaceAll(secret, MASK);
  return result;
};

/** A text to mask, as it is compared: the case of the digits in its codes does not matter, that of other letters does. */
type Needle = { text: string; folded: string; digits: ReadonlySet<number> };

/** The spelling in which texts are compared first: as they are, or with all digits of codes in upper case. */
type Spelling = { of: (text: string) => string; in: (needle: Needle) => string };
const EXACT: Spelling = { of: (text) => text, in: ({ text }) => text };
const FOLDED: Spelling = { of: folded, in: (needle) => needle.folded };

const needleOf = (text: string): Needle => ({
  text,
  folded: folded(text),
  digits: new Set([...text.matchAll(CODE)].flatMap(({ index }) => [index + 1, index + 2])),
});

function isAt(text: string, at: number, needle: Needle): boolean {
  if (text.startsWith(needle.text, at)) return true;
  for (let index = 0; index < needle.text.length; index++)
    if (text[at + index] !== needle.text[index] && !needle.digits.has(index)) return false;
  return true;
}

/** Its time depends on the length of the text only: a step may read thousands of tokens. */
function inOnePass(needles: readonly Needle[], spelling: Spelling) {
  const byStart = Map.groupBy(needles, (needle) => startAt(spelling.in(needle), 0));
  return (text: string) => {
    const searched = spelling.of(text);
    let result = "";
    let copied = 0;
    let maskedTo = 0;
    for (let at = 0; at + MIN_SECRET <= text.length; at++) {
      const found = byStart
        .get(startAt(searched, at))
        ?.find((needle) => searched.startsWith(spelling.in(needle), at) && isAt(text, at, needle));
      if (found === undefined) continue;
      // Texts that overlap are masked together.
      if (at >= maskedTo) result += text.slice(copied, at) + MASK;
      maskedTo = Math.max(maskedTo, at + found.text.length);
      copied = maskedTo;
    }
    return copied === 0 ? text : result + text.slice(copied);
  };
}

/** A number for the first four characters from `at` on; others may have the same. */
const startAt = (text: string, at: number) =>
  (((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) * 31 +
    text.charCodeAt(at + 3)) |
  0;
