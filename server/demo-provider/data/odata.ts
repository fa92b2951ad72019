import { Refusal } from "../call.ts";
import { at } from "./narrow.ts";
import type { Row } from "./table.ts";

type Test = (row: Row) => boolean;

/** Words, strings in single quotes (doubled to escape them), numbers, brackets. */
const TOKENS = /\s*(?:('(?:[^']|'')*')|(-?\d[\w.:+-]*)|([A-Za-z_][\w./]*)|([(),]))/y;

const OPERATORS: Record<string, (order: number) => boolean> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/**
 * Parses an OData `$filter` of comparisons, `in (…)`, `and`, `or` and brackets. Refuses (400) others, as a provider
 * would.
 */
export function odataFilter(text: string): Test {
  const tokens = tokensOf(text);
  let position = 0;
  const next = () => tokens[position++];
  const isNext = (word: string) => tokens[position]?.toLowerCase() === word;
  const refuse = (): never => {
    throw new Refusal(400, "bad_filter", `$filter cannot be read near "${tokens[position - 1] ?? "its end"}".`);
  };

  function expression(): Test {
    let test = term();
    while (isNext("or")) {
      position++;
      const [before, other] = [test, term()];
      test = (row) => before(row) || other(row);
    }
    return test;
  }

  function term(): Test {
    let test = factor();
    while (isNext("and")) {
      position++;
      const [before, other] = [test, factor()];
      test = (row) => before(row) && other(row);
    }
    return test;
  }

  function factor(): Test {
    if (isNext("(")) {
      position++;
      const test = expression();
      if (next() !== ")") refuse();
      return test;
    }
    const field = (next() ?? refuse()).replaceAll("/", ".");
    const operator = (next() ?? refuse()).toLowerCase();
    if (operator === "in") return oneOf(field);
    const holds = OPERATORS[operator] ?? refuse();
    const value = literal();
    return (row) => holds(order(at(row, field), value));
  }

  function oneOf(field: string): Test {
    if (next() !== "(") refuse();
    const values = [literal()];
    while (isNext(",")) {
      position++;
      values.push(literal());
    }
    if (next() !== ")") refuse();
    return (row) => values.some((value) => order(at(row, field), value) === 0);
  }

  function literal(): unknown {
    const token = next() ?? refuse();
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
    return token === "true" ? true : token === "false" ? false : token === "null" ? null : token;
  }

  const test = expression();
  if (position !== tokens.length) {
    position++;
    refuse();
  }
  return test;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  const end = text.trimEnd().length;
  let from = 0;
  while (from < end) {
    TOKENS.lastIndex = from;
    const match = TOKENS.exec(text);
    if (!match) throw new Refusal(400, "bad_filter", `$filter cannot be read from "${text.slice(from)}".`);
    tokens.push(match[0].trim());
    from = TOKENS.lastIndex;
  }
  return tokens;
}

function order(value: unknown, other: unknown): number {
  if (typeof value === "number" && typeof other === "number") return value - other;
  const [text, otherText] = [String(value ?? null), String(other)];
  return text === otherText ? 0 : text < otherText ? -1 : 1;
}
