/** Replaces secrets in anything that is shown. */
export const MASK = "********";

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
  let pass: ReturnType<typeof inOnePass> | undefined;
  const all = (text: string) => {
    pass ??= inOnePass(sorted);
    return pass(text);
  };
  const few = sorted.length <= FEW ? oneByOne(sorted) : undefined;
  return {
    mask: (text) => (few && upperHex(text) === text ? few(text) : all(text)),
    is: (text) => known.has(text),
  };
}

const CODE = /%[\da-f]{2}/gi;

/** Two spellings of a percent-encoded character become one, of the same length. */
const upperHex = (text: string) => (text.includes("%") ? text.replaceAll(CODE, (code) => code.toUpperCase()) : text);

/** All digits of codes, and other letters from a to f, in one spelling: where a code begins depends on what is before. */
const folded = (text: string) => text.replaceAll(/[a-f]/g, (letter) => letter.toUpperCase());

const oneByOne = (sorted: readonly string[]) => (text: string) => {
  let result = text;
  for (const secret of sorted) if (result.includes(secret)) result = result.replaceAll(secret, MASK);
  return result;
};

/** A text to mask, as it is compared: the case of the digits in its codes does not matter, that of other letters does. */
type Needle = { text: string; folded: string; digits: ReadonlySet<number> };

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
function inOnePass(sorted: readonly string[]) {
  const byStart = Map.groupBy(sorted.map(needleOf), (needle) => startAt(needle.folded, 0));
  return (text: string) => {
    const searched = folded(text);
    let result = "";
    let copied = 0;
    let maskedTo = 0;
    for (let at = 0; at + MIN_SECRET <= text.length; at++) {
      const found = byStart
        .get(startAt(searched, at))
        ?.find((needle) => searched.startsWith(needle.folded, at) && isAt(text, at, needle));
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
