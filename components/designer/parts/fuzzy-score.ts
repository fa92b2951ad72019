import { foldedText } from "#server/search-text.ts";
/**
 * The distance of a search text from a name that contains its letters in order: each matched segment of the name counts
 * one, and one more if it begins within a word. Undefined if letters are missing or too scattered.
 *
 * `elreq` is 2 from `Element API request`.
 */
export function fuzzyScore(name: string, typed: string): number | undefined {
  const [text, letters] = [foldedText(name), foldedText(typed)];
  const begin = Array.from(text, (_, at) => (at === 0 || text[at - 1] === " " ? 1 : 2));
  /** The minimum for the letters so far, by the position of the last one. */
  let least: number[] | undefined;
  for (const letter of letters) {
    let before = least ? Number.POSITIVE_INFINITY : 0;
    const next = begin.map((cost, at) => {
      const consecutive = least?.[at - 1] ?? Number.POSITIVE_INFINITY;
      before = Math.min(before, consecutive);
      return text[at] === letter ? Math.min(consecutive, before + cost) : Number.POSITIVE_INFINITY;
    });
    least = next;
  }
  const found = Math.min(...(least ?? [0]));
  return found <= Math.max(letters.length, 2) ? found : undefined;
}
