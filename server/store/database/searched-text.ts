import { LONGEST_INDEXED } from "#server/shapes.ts";

/**
 * The beginning of a text from outside, by which an index finds its row: a longer one must not be refused there. What is
 * searched for is cut in the same way.
 */
export const searchedText = (text: string): string =>
  text.length > LONGEST_INDEXED ? text.slice(0, LONGEST_INDEXED).toWellFormed() : text;
