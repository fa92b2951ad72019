let created: Intl.Segmenter | undefined;
/** Not before it is needed: making one takes tens of milliseconds at the start of a process or page. */
function graphemes(): Intl.Segmenter {
  created ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return created;
}

/** Longer ones, of stacked accents, may be cut. */
const LONGEST_GRAPHEME = 64;

/** The beginning of a text, of at most this length, without a part of a character: an emoji may have many UTF-16 units. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  if (isBetween(text, most)) return text.slice(0, most);
  const { index } = graphemes()
    .segment(text.slice(0, most + LONGEST_GRAPHEME))
    .containing(most) ?? { index: most };
  return most - index <= LONGEST_GRAPHEME && index > 0 ? text.slice(0, index) : wellFormed(text.slice(0, most));
}

/** The first character as people see it. */
export const firstCharacter = (text: string): string => {
  if (isBetween(text, 1)) return text.slice(0, 1);
  const [first] = graphemes().segment(cutText(text, LONGEST_GRAPHEME));
  return first?.segment ?? "";
};

/** The first letter that is combined with the one before it. */
const FIRST_COMBINING = 0x300;

/** Whether a position is certainly between two characters, as between any two Latin letters: most texts need no more. */
const isBetween = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) < FIRST_COMBINING && !(text.charCodeAt(at) >= FIRST_COMBINING);

/** Without the half of a pair at the end. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");
