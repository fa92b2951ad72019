/** Identifies a JSON value, whatever the order of its keys, in a few characters. */
export function draftDigest(value: unknown): string {
  const text = JSON.stringify(value, sorted) ?? "";
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) + at;
  }
  return [one >>> 0, other >>> 0, text.length].map((part) => part.toString(36)).join("-");
}

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
