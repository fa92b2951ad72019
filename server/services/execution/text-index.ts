/**
 * Where the bytes of a text are in its JSON without quotes: `places` are pairs of positions that stand for the same one,
 * in the JSON and in the text. Without `places` the two are equal: nothing is escaped.
 */
export type TextIndex = { bytes: number; places?: [json: number, text: number][] };

/** How many characters of JSON are between two places. */
const APART = 64 * 1024;

export function textIndexOf(json: string): TextIndex {
  if (!json.includes("\\")) return { bytes: Buffer.byteLength(json) };
  const places: [number, number][] = [];
  let [inJson, inText] = [0, 0];
  for (let at = 0; at < json.length; ) {
    places.push([inJson, inText]);
    const part = wholeCharacters(json.slice(at, at + APART)) || json.slice(at);
    inJson += Buffer.byteLength(part);
    inText += Buffer.byteLength(JSON.parse(`"${part}"`));
    at += part.length;
  }
  return { bytes: inText, places };
}

/** A range of the JSON that holds a range of the text, and the position of its beginning in the text. */
export function rangeInJson({ places }: TextIndex, { from, to }: { from: number; to: number }, end: number) {
  if (!places) return { json: { from, to }, text: from };
  const [begin = 0, text = 0] = places.findLast(([, at]) => at <= from) ?? [];
  const [next = end] = places.find(([, at]) => at >= to) ?? [];
  return { json: { from: begin, to: next }, text };
}

/** The beginning of a JSON text without quotes, up to its last complete escape and character. */
function wholeCharacters(json: string): string {
  const whole = json.slice(0, wholeEscapes(json));
  const last = whole.charCodeAt(whole.length - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return isHalf ? whole.slice(0, -1) : whole;
}

/** How many characters of the inside of a JSON text are whole escapes: the last one may be `\` or `\u12`. */
export function wholeEscapes(json: string): number {
  for (let at = json.indexOf("\\"); at >= 0; ) {
    const next = at + (json[at + 1] === "u" ? 6 : 2);
    if (next > json.length) return at;
    at = json.indexOf("\\", next);
  }
  return json.length;
}
