/** A typed sample as the value that it is in JSON; other text as it is. */
export function sampleValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
