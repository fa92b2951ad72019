const LONG_INTEGER = /(?<![\w.+-])-?\d{16,}(?![\d.eE])/g;
const MAX_DEPTH = 200;

/**
 * Parses JSON text from outside. Integers beyond 2^53 become strings, so that ids stay exact; keys named `__proto__`
 * are dropped. Throws a SyntaxError for text that is not JSON, or is nested deeper than 200 levels.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isExact(value, MAX_DEPTH)) return value;
  const exact: unknown = JSON.parse(quoteLongIntegers(text));
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
export function quoteLongIntegers(text: string): string {
  let quoted = "";
  let copied = 0;
  let open = text.indexOf('"');
  for (const { 0: digits, index } of text.matchAll(LONG_INTEGER)) {
    let end = 0;
    while (open >= 0 && open < index) {
      end = endOfText(text, open);
      open = end > index ? open : text.indexOf('"', end);
      if (end > index) break;
    }
    if (end > index || Number.isSafeInteger(Number(digits))) continue;
    quoted += `${text.slice(copied, index)}"${digits}"`;
    copied = index + digits.length;
  }
  return quoted + text.slice(copied);
}

/** The end of the string whose opening quote is at `open`. */
function endOfText(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); ; close = text.indexOf('"', close + 1)) {
    let slashes = 0;
    while (text[close - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0 || close < 0) return close + 1;
  }
}
