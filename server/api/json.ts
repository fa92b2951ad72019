import { Failure } from "#server/errors.ts";
import { quoteLongIntegers } from "#server/exact-json.ts";
import { hasControls } from "./request-checks.ts";

const MAX_DEPTH = 64;

/**
 * Parses JSON text from outside. Integers beyond 2^53 become strings, so that ids stay exact; keys named `__proto__`
 * are dropped.
 * Refuses (badRequest): text that is not JSON, with the position; more than 64 levels; numbers beyond the range of
 * doubles; unless `anyText`, control characters other than tabs and line breaks, and unpaired surrogates. `name` is the
 * parameter that has the text, if it is not the body.
 */
export function parseJson(
  text: string,
  { anyText = false, name }: { anyText?: boolean; name?: string | undefined } = {},
): unknown {
  try {
    return parseAll(text, anyText);
  } catch (error) {
    if (name === undefined || !(error instanceof Failure)) throw error;
    throw new Failure(error.kind, error.message.replace(/^The body /, `${name}: `), { field: name, cause: error });
  }
}

function parseAll(text: string, anyText: boolean): unknown {
  const value = parse(text);
  inspect(value, MAX_DEPTH, anyText);
  const exact = quoteLongIntegers(text);
  return exact === text ? value : parseAll(exact, anyText);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const position = positionOfError(text, cause instanceof Error ? cause.message : "");
    const lines = text.slice(0, position).split("\n");
    const found = position >= text.length ? "the text ends" : `unexpected ${JSON.stringify(text[position])}`;
    throw new Failure(
      "badRequest",
      `The body is not valid JSON: ${found} at position ${position} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}).`,
      { cause },
    );
  }
}

/** Recursion ends at the maximum depth, which its own stack can hold. */
function inspect(value: unknown, levels: number, anyText: boolean): void {
  if (typeof value === "string") {
    if (!anyText) requireStorable(value);
    return;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new Failure("badRequest", "The body contains a number that is too large.");
  }
  if (typeof value !== "object" || value === null) return;
  if (levels === 0) throw new Failure("badRequest", `The body is nested too deep: at most ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) inspect(item, levels - 1, anyText);
    return;
  }
  if (Object.hasOwn(value, "__proto__")) Reflect.deleteProperty(value, "__proto__");
  // Creates no list of entries: this runs for every value of every request.
  for (const key in value) {
    if (!anyText) requireStorable(key);
    inspect((value as Record<string, unknown>)[key], levels - 1, anyText);
  }
}

function requireStorable(text: string): void {
  if (!hasControls(text) && text.isWellFormed()) return;
  throw new Failure(
    "badRequest",
    "The body contains a control character or half a surrogate pair. Remove it; only tabs and line breaks are allowed.",
  );
}

const TOKEN =
  /([{}[\],:])|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const POSITION = / at position (\d+) \(line \d+ column \d+\)$/;

/**
 * The position of the error in a text that JSON.parse refused. Its own messages lack the position of some errors, and
 * quote the text.
 */
function positionOfError(text: string, message: string): number {
  if (message === "Unexpected end of JSON input") return text.length;
  const [, position] = POSITION.exec(message) ?? [];
  return position === undefined ? firstOddToken(text) : Number(position);
}

function firstOddToken(text: string): number {
  const open: string[] = [];
  let expects: "value" | "first" | "key" | ":" | "more" = "value";
  for (let start = skipBlanks(text, 0); ; start = skipBlanks(text, TOKEN.lastIndex)) {
    TOKEN.lastIndex = start;
    const [token, mark] = TOKEN.exec(text) ?? [];
    if (token === undefined) return start;
    const inObject: boolean = open.at(-1) === "{";
    const isKey: boolean = mark === undefined && text[start] === '"';
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

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at++;
  return at;
}
