import { cutText } from "#server/cut-text.ts";

/** A sample value in a line. */
export const sampleText = (value: unknown): string =>
  value === undefined ? "" : cutText(typeof value === "string" ? value : JSON.stringify(value), 200);
