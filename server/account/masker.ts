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
  const all = (text: string, searched: string) => {
    pass ??= inOnePass(sorted);
    return pass(text, searched);
  };
  const few = sorted.length <= FEW ? oneByOne(sorted) : undefined;
  return {
    mask(text) {
      const searched = upperHex(text);
      return few && searched === text ? few(text) : all(text, searched);
    },
    is: (text) => known.has(text),
  };
}

/** Two spellings of a percent-encoded character become one, of the same length. */
const upperHex = (text: string) =>
  text.includes("%") ? text.replaceAll(/%[\da-f]{2}/gi, (code) => code.toUpperCase()) : text;

const oneByOne = (sorted: readonly string[]) => (text: string) => {
  let result = text;
  for (const secret of sorted) if (result.includes(secret)) result = result.replaceAll(secret, MASK);
  return result;
};

/**
 * Its time depends on the length of the text only: a step may read thousands of tokens. `searched` is the text with each
 * code of a character in the case of the secrets.
 */
function inOnePass(sorted: readonly string[]) {
  const byStart = Map.groupBy(sorted, (secret) => startAt(secret, 0));
  return (text: string, searched: string) => {
    let result = "";
    let copied = 0;
    let maskedTo = 0;
    for (let at = 0; at + MIN_SECRET <= text.length; at++) {
      const found = byStart.get(startAt(searched, at))?.find((secret) => searched.startsWith(secret, at));
      if (found === undefined) continue;
      // Texts that overlap are masked together.
      if (at >= maskedTo) result += text.slice(copied, at) + MASK;
      maskedTo = Math.max(maskedTo, at + found.length);
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
