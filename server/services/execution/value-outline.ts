import { type TextIndex, textIndexOf, wholeEscapes } from "./text-index.ts";

/**
 * A long value inside of a value: where its JSON is in the text of the whole, in bytes, and how long it is as a record,
 * in characters. `index` is that of a text, if the version that wrote it made one.
 */
export type LongValue = { from: number; to: number; length: number; isText: boolean; index?: TextIndex };

/** A value (`output`, whichever it is) in which a mark (`longValueAt`) stands for each of the long ones. */
export type Outline = { output: unknown; long: LongValue[] };

/** To which depth a value is split: for all its keys, or for each of them. */
export type Depth = number | ((key: string) => number);

/** Longer values are left out, in characters. */
const LONG = 4 * 1024;
/** The maximum length of an outline, in characters. */
const MOST = 16 * 1024;

/** Marks begin with it. A value that contains it has no outline, so that no text can be taken for a mark. */
const MARK = "\0";

/** Whether a text of it could be taken for a mark. */
export const mayHaveMarks = (json: string): boolean => json.includes("\\u0000");

/**
 * The outline of a value, so that the values inside of it which are shown can be read without the rest. `json` is its
 * text, as `JSON.stringify` writes it: long values are passed over, not parsed. `name` distinguishes its marks from those
 * of another outline. Null if the outline would be long itself.
 */
export function outlineOf(json: string, depth: Depth, name = ""): Outline | null {
  if (mayHaveMarks(json)) return null;
  const long: LongValue[] = [];
  let passed = { at: 0, bytes: 0 };
  const { value: output } = read(0, depth);
  return JSON.stringify({ output, long }).length <= MOST ? { output, long } : null;

  function read(from: number, depth: Depth): { value: unknown; to: number } {
    if (depth === 0 || json[from] !== "{") return leaf(from);
    const entries: [string, unknown][] = [];
    let at = from + 1;
    while (json[at] !== "}") {
      const end = endOfValue(json, at);
      const key: string = JSON.parse(json.slice(at, end));
      const { value, to } = read(end + 1, (typeof depth === "number" ? depth : depth(key)) - 1);
      entries.push([key, value]);
      at = json[to] === "," ? to + 1 : to;
    }
    return { value: Object.fromEntries(entries), to: at + 1 };
  }

  function leaf(from: number): { value: unknown; to: number } {
    const to = endOfValue(json, from);
    const text = json.slice(from, to);
    if (text.length <= LONG) return { value: JSON.parse(text), to };
    const isText = text.startsWith('"');
    const length = isText ? (JSON.parse(text) as string).length : text.length;
    const place = { from: bytesBefore(from), to: bytesBefore(to), length, isText };
    long.push(isText ? { ...place, index: textIndexOf(text.slice(1, -1)) } : place);
    return { value: `${MARK}${name}${long.length - 1}`, to };
  }

  /** Callers pass positions in rising order. */
  function bytesBefore(at: number): number {
    passed = { at, bytes: passed.bytes + Buffer.byteLength(json.slice(passed.at, at)) };
    return passed.bytes;
  }
}

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** The position behind the value that begins at a position of JSON without white space. */
function endOfValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      for (at++; at < json.length && json.charCodeAt(at) !== QUOTE; at++) if (json.charCodeAt(at) === BACKSLASH) at++;
      if (depth === 0) return at + 1;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      // Behind a number, or behind `true`, `false` and `null`.
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && code === COMMA) return at;
  }
  return json.length;
}

/** The long value that a value of an outline stands for; undefined for any other value. */
export const longValueAt = ({ long }: Outline, value: unknown, name = ""): LongValue | undefined =>
  typeof value === "string" && value.startsWith(`${MARK}${name}`)
    ? long[Number(value.slice(MARK.length + name.length))]
    : undefined;

/** The value of an outline, with these texts for the long values. */
export function filled({ output, long }: Outline, textOf: (value: LongValue) => string | undefined): unknown {
  const fill = (value: unknown): unknown => {
    const at = longValueAt({ output, long }, value);
    if (at !== undefined) return textOf(at);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item)]));
  };
  return fill(output);
}

/** A part of a long value as text, and the position in bytes where the next one begins; null at the end. */
export type LongValuePart = { text: string; next: number | null };

/** The positions of the text of a long value: a text is without its quotes. */
export const contentOf = ({ from, to, isText }: LongValue) => (isText ? { from: from + 1, to: to - 1 } : { from, to });

/**
 * Decodes bytes that begin at `from`, which is the beginning of the content or the `next` of the part before. What is
 * incomplete at their end is left to the next part.
 */
export function decodePart(value: LongValue, bytes: Buffer, from: number): LongValuePart {
  const { to } = contentOf(value);
  const isLast = from + bytes.length >= to;
  const whole = isLast ? bytes.length : wholeCharacters(bytes);
  const json = bytes.toString("utf8", 0, whole);
  const text = value.isText && !isLast ? json.slice(0, wholeEscapes(json)) : json;
  const end = text.length === json.length ? whole : Buffer.byteLength(text);
  return { text: value.isText ? JSON.parse(`"${text}"`) : text, next: isLast ? null : from + end };
}

/** How many bytes are whole characters. */
function wholeCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 4); at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return at + size <= bytes.length ? bytes.length : at;
  }
  return bytes.length;
}
