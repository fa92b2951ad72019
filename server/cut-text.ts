const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer ones, of stacked accents, may be cut. */
const LONGEST_GRAPHEME = 64;

/** The beginning of a text, of at most this length, without a part of a character: an emoji may have many UTF-16 units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const { index } = graphemes.segment(text.slice(0, most + LONGEST_GRAPHEME)).containing(most) ?? { index: most };
  return most - index <= LONGEST_GRAPHEME && index > 0 ? text.slice(0, index) : wellFormed(text.slice(0, most));
}

/** The first character as people see it. */
export const firstCharacter = (text: string): string => {
  const [first] = graphemes.segment(cutText(text, LONGEST_GRAPHEME));
  return first?.segment ?? "";
};

/** Without the half of a pair at the end. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");
