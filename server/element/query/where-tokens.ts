import { namesImpossibleDay } from "../../calendar.ts";
import { Failure } from "../../errors.ts";

type Sign = "(" | ")" | "," | "*";
type SignOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** A value of a condition. */
export type Literal = string | number | boolean;

/** The words of a `where` or `select`, read in sequence. */
export type Tokens = {
  takeWord: (word: string) => boolean;
  takeSign: (sign: Sign) => boolean;
  takeOperator: () => SignOperator | undefined;
  expectWord: (word: string) => void;
  expectSign: (sign: Sign) => void;
  expectColumn: () => string;
  expectLiteral: () => Literal;
  /** Refuses the rest of the text; `expected` names what could follow. */
  expectEnd: (expected: string) => void;
  /** The beginning of the next token, from 0. */
  position: () => number;
  problem: (expected: string) => Failure;
};

const SPACE = /\s*/y;
const WORD = /[\p{L}_$@][\p{L}\p{N}_$@.:*[\]-]*/uy;
const NUMBER = /[+-]?\d[\d.]*(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_:.-])/uy;
/** People write dates without quotes, although the grammar has none. */
const DATE = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\p{L}\p{N}_:.-])/uy;
const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{5,18}(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const OPERATOR = /<=|>=|!=|<>|=|<|>/y;

/** Words that are only columns in back-ticks. */
export const RESERVED: ReadonlySet<string> = new Set(["AND", "OR", "IN", "IS", "NULL", "NOT", "LIKE", "TRUE", "FALSE"]);

/** Looks at each character a bounded number of times, so reading is linear whatever is written. */
export function createTokens(text: string, parameter: string): Tokens {
  let at = 0;
  skipSpace();
  return {
    takeWord: (word) => {
      const found = match(WORD);
      return found?.toUpperCase() === word && took(found);
    },
    takeSign: (sign) => text[at] === sign && took(sign),
    takeOperator,
    expectWord: (word) => {
      const found = match(WORD);
      if (found?.toUpperCase() !== word) throw problem(word);
      took(found);
    },
    expectSign: (sign) => {
      if (text[at] !== sign) throw problem(sign);
      took(sign);
    },
    expectColumn,
    expectLiteral,
    expectEnd: (expected) => {
      if (at < text.length) throw problem(expected);
    },
    position: () => at,
    problem,
  };

  function takeOperator(): SignOperator | undefined {
    const found = match(OPERATOR);
    if (!found) return undefined;
    took(found);
    return found === "<>" ? "!=" : (found as SignOperator);
  }

  function expectColumn(): string {
    if (text[at] === "`") return readQuoted("`", "a column");
    const found = match(WORD);
    if (!found || RESERVED.has(found.toUpperCase())) throw problem("a column");
    took(found);
    return found;
  }

  function expectLiteral(): Literal {
    const quote = text[at];
    if (quote === "'" || quote === '"') {
      const start = at;
      const value = readQuoted(quote, "a text");
      if (WHOLE_DATE.test(value)) requireDay(value, start);
      return value;
    }
    const date = match(DATE);
    if (date) {
      requireDay(date, at);
      took(date);
      return date;
    }
    const word = match(NUMBER) ?? match(WORD);
    const value = word && asLiteral(word);
    if (word === undefined || value === undefined) throw problem("'text', a number, true or false");
    took(word);
    return value;
  }

  function requireDay(date: string, position: number): void {
    if (namesImpossibleDay(date)) throw problem("a day that the calendar has", position);
  }

  /** A quote inside is doubled. */
  function readQuoted(quote: string, what: string): string {
    const start = at;
    let value = "";
    for (let from = at + 1; ; ) {
      const end = text.indexOf(quote, from);
      if (end < 0) throw problem(`the ${quote} that ends ${what}`, text.length, start);
      value += text.slice(from, end);
      if (text[end + 1] !== quote) {
        at = end + 1;
        break;
      }
      value += quote;
      from = end + 2;
    }
    if (value === "" && quote === "`") throw problem("a column", start);
    skipSpace();
    return value;
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  }

  function took(token: string): true {
    at += token.length;
    skipSpace();
    return true;
  }

  function skipSpace(): void {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
  }

  function problem(expected: string, position = at, startedAt?: number): Failure {
    const found =
      position < text.length ? `instead of ${JSON.stringify(text.slice(position, position + 20))}` : "there";
    const since = startedAt === undefined ? "" : `, which began at ${startedAt + 1}`;
    return new Failure(
      "badRequest",
      `${parameter}: expected ${expected} at position ${position + 1} ${found}${since}.`,
    );
  }
}

/** Numbers that a JavaScript number cannot hold exactly stay text. */
function asLiteral(word: string): Literal | undefined {
  if (/^[+-]?\d/.test(word)) {
    const number = Number(word);
    if (Number.isNaN(number)) return undefined;
    if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return word;
    // There is one zero, not two.
    return number === 0 ? 0 : number;
  }
  const upper = word.toUpperCase();
  return upper === "TRUE" ? true : upper === "FALSE" ? false : undefined;
}
