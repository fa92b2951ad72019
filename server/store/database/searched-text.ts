const LONGEST = 255;

/**
 * The beginning of a text from outside, by which an index finds its row. An index of Postgres refuses texts of some
 * thousand bytes. What is searched for is cut in the same way.
 */
export const searchedText = (text: string): string =>
  text.length > LONGEST ? text.slice(0, LONGEST).toWellFormed() : text;
