import { Failure } from "#server/errors.ts";

const MAX_DEPTH = 64;
const UNSAFE_NUMBER = /\d{16}|[eE]\+?\d{3}/;

/**
 * The value of a JSON text from outside. Integers beyond 2^53 become strings, so that ids stay exact; keys named
 * `__proto__` are dropped.
 *
 * Refuses (badRequest): text that is not JSON, with the position; more than 64 levels; numbers beyond the range
 * of doubles; unless `anyText`, strings that Postgres cannot store (U+0000, half a surrogate pair).
 */
export function parseJson(text: string, { anyText = false } = {}): unknown {
  const value = UNSAFE_NUMBER.test(text) ? parseExactly(text) : parse(text);
  inspect(value, MAX_DEPTH, anyText);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = positionOfError(text);
    const lines = text.slice(0, position).split("\n");
    const found = position >= text.length ? "the text ends" : `unexpected ${JSON.stringify(text[position])}`;
    throw new Failure(
      "badRequest",
      `The body is not valid JSON: ${found} at position ${position} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}).`,
      { cause },
    );
  }
}

type ReviverContext = { source?: string };
const parseWithSource = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: ReviverContext) => unknown,
) => unknown;

function parseExactly(text: string): unknown {
  parse(text);
  return parseWithSource(text, (_key, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
    if (!Number.isFinite(value))
      throw new Failure("badRequest", `The body holds a number that is too large: ${source}.`);
    return source !== undefined && /^-?\d+$/.test(source) ? source : value;
  });
}

/** Recursion ends at the allowed depth, so that its own stack is safe. */
function inspect(value: unknown, levels: number, anyText: boolean): void {
  if (typeof value === "string") {
    if (!anyText && (value.includes("\0") || !value.isWellFormed())) {
      throw new Failure(
        "badRequest",
        "The body holds a character that cannot be stored (U+0000 or half a surrogate pair).",
      );
    }
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new Failure("badRequest", `The body is nested too deep: at most ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, levels - 1, anyText);
    return;
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  for (const [key, item] of Object.entries(value)) {
    inspect(key, levels, anyText);
    inspect(item, levels - 1, anyText);
  }
}

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Where a text that JSON.parse refused goes wrong: its own messages name no place for some errors and quote the text. */
function positionOfError(text: string): number {
  const open: string[] = [];
  let expects: "value" | "first" | "key" | ":" | "more" = "value";
  for (let position = 0; ; position = TOKEN.lastIndex) {
    const start = position + (/^[ \t\n\r]*/.exec(text.slice(position, position + 1000))?.[0].length ?? 0);
    TOKEN.lastIndex = position;
    const [token, mark] = TOKEN.exec(text) ?? [];
    if (token === undefined) return start;
    const isKey: boolean = mark === undefined && text[start] === '"';
    const inObject: boolean = open.at(-1) === "{";
    if (expects === "more") {
      if (open.length === 0) return start;
      if (mark === ",") expects = inObject ? "key" : "value";
      else if (mark === (inObject ? "}" : "]")) open.pop();
      else return start;
    } else if (expects === ":") {
      if (mark !== ":") return start;
      expects = "value";
    } else if (expects === "first" && mark === (inObject ? "}" : "]")) {
      open.pop();
      expects = "more";
    } else if (expects === "key" || (expects === "first" && inObject)) {
      if (!isKey) return start;
      expects = ":";
    } else if (mark === "{" || mark === "[") {
      open.push(mark);
      expects = "first";
    } else if (mark === undefined) expects = "more";
    else return start;
  }
}
