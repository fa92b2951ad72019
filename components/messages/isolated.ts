/** Letters that are written from right to left, and characters that turn the direction of the text after them. */
const TURNS =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Characters that could end the isolation. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name for the middle of a sentence, whose direction it does not change. Names from left to right stay as they are. */
export const isolated = (name: string): string =>
  TURNS.test(name) ? `\u2068${name.replaceAll(CONTROLS, "")}\u2069` : name;
