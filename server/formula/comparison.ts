import type { Context } from "./context.ts";

/**
 * A filter that only compares values: `done(<comparison>)`, as most are. It is plain enough to be read, drawn as rows
 * and decided without a script engine. Whatever goes beyond it is a script like any other.
 */
export type Comparison =
  | { kind: "value"; value: Plain }
  | { kind: "path"; root: Root; members: Member[] }
  | { kind: "not"; of: Comparison }
  | { kind: "compare"; operator: Operator; left: Comparison; right: Comparison }
  | { kind: "and" | "or"; left: Comparison; right: Comparison };

export type Plain = string | number | boolean | null | undefined;
export type Root = (typeof ROOTS)[number];
export type Member = { name: string | number; isOptional: boolean };
export type Operator = keyof typeof OPERATORS;

const ROOTS = ["trigger", "steps", "info", "config"] as const;
const WORDS: Record<string, Plain> = { true: true, false: false, null: null, undefined };

type Compare = (left: Plain, right: Plain) => boolean;
// For two plain values the operators mean the same in every JavaScript engine.
const OPERATORS = {
  "===": (left, right) => left === right,
  "!==": (left, right) => left !== right,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the script says.
  "==": (left, right) => left == right,
  // biome-ignore lint/suspicious/noDoubleEquals: it is what the script says.
  "!=": (left, right) => left != right,
  ">=": (left, right) => (left as number) >= (right as number),
  "<=": (left, right) => (left as number) <= (right as number),
  ">": (left, right) => (left as number) > (right as number),
  "<": (left, right) => (left as number) < (right as number),
} satisfies Record<string, Compare>;

const MAX_LENGTH = 2_000;
const MAX_REMEMBERED = 500;
const TOKEN =
  /\s*(?:(?<name>[A-Za-z_$][\w$]*)|(?<number>(?:0|[1-9]\d{0,14})(?:\.\d+)?)(?![\w$.])|(?<text>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*"|'[^"'\\\x00-\x1f]*')|(?<mark>===|!==|[=!<>]=|&&|\|\||\?\.|[<>!().[\];-]))/y;

const remembered = new Map<string, Comparison | undefined>();

/** The comparison that a body is; undefined when it is anything else. Bodies that were read before are remembered. */
export function readComparison(body: string): Comparison | undefined {
  if (body.length > MAX_LENGTH) return undefined;
  if (remembered.has(body)) return remembered.get(body);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const comparison = parse(body);
  remembered.set(body, comparison);
  return comparison;
}

type Token = { name?: string; number?: string; text?: string; mark?: string };

const NOT_PLAIN = new Error("This is more than a comparison.");

function parse(body: string): Comparison | undefined {
  const text = body.trim();
  const tokens: Token[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const found = TOKEN.exec(text);
    if (!found?.groups) return undefined;
    tokens.push(found.groups);
  }
  try {
    return parseDone(tokens);
  } catch (error) {
    if (error === NOT_PLAIN) return undefined;
    throw error;
  }
}

/** `done(…)` around the one comparison. Throws NOT_PLAIN where anything else comes. */
function parseDone(tokens: Token[]): Comparison {
  let at = 0;
  if (next().name !== "done") throw NOT_PLAIN;
  expect("(");
  const comparison = either();
  expect(")");
  has(";");
  if (at < tokens.length) throw NOT_PLAIN;
  return comparison;

  function either(): Comparison {
    let left = both();
    while (has("||")) left = { kind: "or", left, right: both() };
    return left;
  }

  function both(): Comparison {
    let left = compared();
    while (has("&&")) left = { kind: "and", left, right: compared() };
    return left;
  }

  function compared(): Comparison {
    const left = operand();
    const operator = comparing();
    if (!operator) return left;
    const right = operand();
    // `1 < x < 3` compares a boolean, which is never intended.
    if (comparing()) throw NOT_PLAIN;
    return { kind: "compare", operator, left, right };
  }

  function comparing(): Operator | undefined {
    const mark = tokens[at]?.mark;
    if (mark === undefined || !Object.hasOwn(OPERATORS, mark)) return undefined;
    at++;
    return mark as Operator;
  }

  function operand(): Comparison {
    if (has("!")) return { kind: "not", of: operand() };
    if (has("(")) {
      const inner = either();
      expect(")");
      return inner;
    }
    const isNegative = has("-");
    const { name, number, text } = next();
    if (number !== undefined) return { kind: "value", value: isNegative ? -Number(number) : Number(number) };
    if (isNegative) throw NOT_PLAIN;
    if (text !== undefined) return { kind: "value", value: unquoted(text) };
    if (name !== undefined && Object.hasOwn(WORDS, name)) return { kind: "value", value: WORDS[name] };
    const root = ROOTS.find((one) => one === name);
    if (!root) throw NOT_PLAIN;
    return { kind: "path", root, members: members() };
  }

  function members(): Member[] {
    const found: Member[] = [];
    for (;;) {
      const isOptional = has("?.");
      if (has("[")) {
        const { number, text } = next();
        expect("]");
        if (number === undefined && text === undefined) throw NOT_PLAIN;
        found.push({ name: text === undefined ? Number(number) : unquoted(text), isOptional });
      } else if (isOptional || has(".")) {
        const { name } = next();
        if (name === undefined) throw NOT_PLAIN;
        found.push({ name, isOptional });
      } else return found;
    }
  }

  function next(): Token {
    const token = tokens[at++];
    if (!token) throw NOT_PLAIN;
    return token;
  }

  function has(mark: string): boolean {
    if (tokens[at]?.mark !== mark) return false;
    at++;
    return true;
  }

  function expect(mark: string) {
    if (!has(mark)) throw NOT_PLAIN;
  }
}

const unquoted = (text: string): string => (text.startsWith("'") ? text.slice(1, -1) : JSON.parse(text));

const UNKNOWN = Symbol("only a script engine knows");

/**
 * The value that a script engine would pass to `done`, if it is plain and can be computed without one; undefined
 * otherwise: then the engine runs the script.
 */
export function decide(comparison: Comparison, context: Context): string | number | boolean | null | undefined {
  const value = find(comparison, context);
  return isPlain(value) ? value : undefined;
}

function find(comparison: Comparison, context: Context): unknown {
  if (comparison.kind === "value") return comparison.value;
  if (comparison.kind === "path") return follow(comparison, context);
  if (comparison.kind === "not") {
    const value = find(comparison.of, context);
    return value === UNKNOWN ? UNKNOWN : !value;
  }
  const left = find(comparison.left, context);
  if (comparison.kind === "compare") {
    const right = find(comparison.right, context);
    return isPlain(left) && isPlain(right) ? OPERATORS[comparison.operator](left, right) : UNKNOWN;
  }
  const isEnough = left === UNKNOWN || Boolean(left) === (comparison.kind === "or");
  return isEnough ? left : find(comparison.right, context);
}

/** Own members of JSON values only: what a script finds by inheritance, or fails at, is not decided here. */
function follow({ root, members }: Extract<Comparison, { kind: "path" }>, context: Context): unknown {
  let value: unknown = context[root];
  for (const { name, isOptional } of members) {
    if (value === undefined || value === null) return isOptional ? undefined : UNKNOWN;
    if (!hasPlainMember(value, name)) return UNKNOWN;
    value = Object.hasOwn(value, name) ? (value as Record<string | number, unknown>)[name] : undefined;
  }
  return value;
}

function hasPlainMember(value: object | Plain, name: string | number): value is object {
  if (Array.isArray(value)) return typeof name === "number" || name === "length";
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !(name in Object.prototype);
}

const isPlain = (value: unknown): value is Plain =>
  value === null || value === undefined || ["string", "number", "boolean"].includes(typeof value);
