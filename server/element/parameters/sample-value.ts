/** The JSON value of a typed sample; other text as it is. */
export function sampleValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
