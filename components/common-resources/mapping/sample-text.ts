/** A sample value in a line. */
export const sampleText = (value: unknown): string =>
  value === undefined ? "" : (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 200);
