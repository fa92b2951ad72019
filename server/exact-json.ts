const LONG_INTEGER = /(?<![\w.+-])-?\d{16,}(?![\d.eE])/g;
const MAX_DEPTH = 200;

/**
 * The value of a JSON text from outside. Integers beyond 2^53 become strings, so that ids stay exact; keys named
 * `__proto__` are dropped. Throws a SyntaxError for text that is not JSON, or nested deeper than 200 levels.
 */
export function parseExactJson(text: string): unknown {
  let value = JSON.parse(text);
  if (/\d{16}/.test(text)) {
    const exact = quoteLongIntegers(text);
    if (exact !== text) value = JSON.parse(exact);
  }
  inspect(value, MAX_DEPTH);
  return value;
}

/** Recursion ends at the allowed depth, so that its own stack is safe. */
function inspect(value: unknown, levels: number): void {
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new SyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, levels - 1);
    return;
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const key in value) inspect((value as Record<string, unknown>)[key], levels - 1);
}

/** Puts integers that a double cannot hold into quotes, those inside of texts excepted. Linear in the text, which is valid JSON. */
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

/** Where the text that begins with the quote at `open` is over. */
function endOfText(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); ; close = text.indexOf('"', close + 1)) {
    let slashes = 0;
    while (text[close - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0 || close < 0) return close + 1;
  }
}
