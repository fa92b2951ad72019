const LONG_INTEGER = /(?<![\w.+-])-?\d{16,}(?![\d.eE])/g;
/** A long integer, or a number with an exponent or an integer part that may be beyond the range of doubles. */
const MAYBE_INEXACT = /(?<![\w.+-])-?(?:\d+(?:\.\d+)?[eE]\+?\d+|\d{309,}\.\d+|\d{16,})(?![\d.eE])/g;
const INTEGER = /^-?\d+$/;
const MAX_DEPTH = 200;

/**
 * Parses JSON text from outside. Integers beyond 2^53 become strings, so that ids stay exact, as do numbers beyond
 * the range of doubles, which would be written as null; keys named `__proto__` are dropped. Throws a SyntaxError for
 * text that is not JSON, or is nested deeper than 200 levels.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isExact(value, MAX_DEPTH)) return value;
  const exact: unknown = JSON.parse(quoted(text, MAYBE_INEXACT));
  isExact(exact, MAX_DEPTH);
  return exact;
}

/**
 * Drops keys named `__proto__`; false if a number may have lost digits. Recursion ends at the maximum depth, which its
 * own stack can hold.
 */
function isExact(value: unknown, levels: number): boolean {
  if (typeof value === "number") return value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER;
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  let isAllExact = true;
  if (Array.isArray(value)) {
    for (const item of value) isAllExact = isExact(item, levels - 1) && isAllExact;
    return isAllExact;
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const key in value) isAllExact = isExact((value as Record<string, unknown>)[key], levels - 1) && isAllExact;
  return isAllExact;
}

/**
 * Quotes integers that a double cannot hold, except inside of strings. Linear in the text, which must be valid JSON.
 */
export const quoteLongIntegers = (text: string): string => quoted(text, LONG_INTEGER);

function quoted(text: string, pattern: RegExp): string {
  let written = "";
  let copied = 0;
  let open = text.indexOf('"');
  for (const { 0: digits, index } of text.matchAll(pattern)) {
    let end = 0;
    while (open >= 0 && open < index) {
      end = endOfText(text, open);
      open = end > index ? open : text.indexOf('"', end);
      if (end > index) break;
    }
    if (end > index || isHeld(digits)) continue;
    written += `${text.slice(copied, index)}"${digits}"`;
    copied = index + digits.length;
  }
  return written + text.slice(copied);
}

/** A double holds the number: an integer exactly, another number at all. */
const isHeld = (digits: string): boolean =>
  INTEGER.test(digits) ? Number.isSafeInteger(Number(digits)) : Number.isFinite(Number(digits));

/** The end of the string whose opening quote is at `open`. */
function endOfText(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); ; close = text.indexOf('"', close + 1)) {
    let slashes = 0;
    while (text[close - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0 || close < 0) return close + 1;
  }
}
