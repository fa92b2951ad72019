import { depthOf } from "#server/formula/records.ts";
import type { Engine } from "#server/formula/walk-state.ts";

/**
 * A long value of an output: where its JSON is in the text of the whole, in bytes, and how long it is as a record, in
 * characters.
 */
export type LongValue = { from: number; to: number; length: number; isText: boolean };

/** An output in which a mark (`longValueAt`) stands for each of the long values. */
export type Outline = { output: unknown; long: LongValue[] };

/** Longer values are left out, in characters. */
const LONG = 4 * 1024;
/** The maximum length of an outline, in characters. */
const MOST = 16 * 1024;

/** Marks begin with it. An output that contains it has no outline, so that no value can be taken for a mark. */
const MARK = "\0";

/**
 * The outline of an output, so that the values which are shown can be read without the rest. `json` is its text, as
 * `JSON.stringify` writes it. Null if it would be long itself.
 */
export function outlineOf(stepType: string, engine: Engine, json: string): Outline | null {
  if (json.includes("\\u0000")) return null;
  const long: LongValue[] = [];
  let at = 0;
  const output = leaveOut(JSON.parse(json), depthOf(stepType, engine));
  const isAsWritten = at === Buffer.byteLength(json);
  return isAsWritten && JSON.stringify({ output, long }).length <= MOST ? { output, long } : null;

  function leaveOut(value: unknown, depth: number): unknown {
    if (depth === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return leaf(value);
    at += 1;
    const entries = Object.entries(value).map(([key, item], index): [string, unknown] => {
      at += (index === 0 ? 0 : 1) + Buffer.byteLength(JSON.stringify(key)) + 1;
      return [key, leaveOut(item, depth - 1)];
    });
    at += 1;
    return Object.fromEntries(entries);
  }

  function leaf(value: unknown): unknown {
    const text = JSON.stringify(value);
    const from = at;
    at += Buffer.byteLength(text);
    if (text.length <= LONG) return value;
    const isText = typeof value === "string";
    long.push({ from, to: at, length: isText ? value.length : text.length, isText });
    return `${MARK}${long.length - 1}`;
  }
}

/** The long value that a value of an outline stands for; undefined for any other value. */
export const longValueAt = ({ long }: Outline, value: unknown): LongValue | undefined =>
  typeof value === "string" && value.startsWith(MARK) ? long[Number(value.slice(MARK.length))] : undefined;

/** The output of an outline, with these texts for the long values. */
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

/** How many characters of the inside of a JSON text are whole escapes: the last one may be `\` or `\u12`. */
function wholeEscapes(json: string): number {
  for (let at = json.indexOf("\\"); at >= 0; ) {
    const next = at + (json[at + 1] === "u" ? 6 : 2);
    if (next > json.length) return at;
    at = json.indexOf("\\", next);
  }
  return json.length;
}
