import { Failure } from "../../errors.ts";
import { createTokens, type Literal, type Tokens } from "./where-tokens.ts";

export const COMPARISONS = ["=", "!=", "<", "<=", ">", ">=", "LIKE", "IN", "IS NULL", "IS NOT NULL"] as const;

/** One condition; `value` is a list for IN and null for IS [NOT] NULL. What hooks see (`request_expression`). */
export type Comparison = {
  attribute: string;
  operator: (typeof COMPARISONS)[number];
  value: Literal | Literal[] | null;
};

export type Where = Comparison | { all: Where[] } | { any: Where[] };

/**
 * Parses a `where`. AND binds before OR, keywords have any case, `''` in a text is one quote, and columns with dots or
 * odd characters may stand in back-ticks. Linear in the text. Refuses (badRequest) anything else, with the position of
 * the error, counted from 1.
 */
export function parseWhere(text: string, parameter = "where"): Where {
  if (text.length > LONGEST) throw new Failure("badRequest", `${parameter}: is longer than ${LONGEST} characters.`);
  const tokens = createTokens(text, parameter);
  const where = readCondition(tokens, 0);
  tokens.expectEnd("AND or OR");
  return where;
}

const LONGEST = 4_000_000;
const DEEPEST = 100;

/** All conditions in the order in which they are written, without their operators. */
export function comparisonsOf(where: Where): Comparison[] {
  const found: Comparison[] = [];
  const visit = (part: Where): void => {
    if ("attribute" in part) found.push(part);
    else for (const inner of "all" in part ? part.all : part.any) visit(inner);
  };
  visit(where);
  return found;
}

/** Reads a condition from tokens and stops at the first token that does not belong to it. */
export function readCondition(tokens: Tokens, depth: number): Where {
  const any = [readAll(tokens, depth)];
  while (tokens.takeWord("OR")) any.push(readAll(tokens, depth));
  return any.length === 1 ? (any[0] as Where) : { any };
}

function readAll(tokens: Tokens, depth: number): Where {
  const all = [readTerm(tokens, depth)];
  while (tokens.takeWord("AND")) all.push(readTerm(tokens, depth));
  return all.length === 1 ? (all[0] as Where) : { all };
}

function readTerm(tokens: Tokens, depth: number): Where {
  if (tokens.takeSign("(")) {
    if (depth >= DEEPEST) throw tokens.problem(`at most ${DEEPEST} parentheses in each other`);
    const inner = readCondition(tokens, depth + 1);
    tokens.expectSign(")");
    return inner;
  }
  return readComparison(tokens);
}

function readComparison(tokens: Tokens): Comparison {
  const attribute = tokens.expectColumn();
  const sign = tokens.takeOperator();
  if (sign) return { attribute, operator: sign, value: tokens.expectLiteral() };
  if (tokens.takeWord("LIKE")) return { attribute, operator: "LIKE", value: tokens.expectLiteral() };
  if (tokens.takeWord("IN")) return { attribute, operator: "IN", value: readList(tokens) };
  if (tokens.takeWord("IS")) {
    const isNot = tokens.takeWord("NOT");
    tokens.expectWord("NULL");
    return { attribute, operator: isNot ? "IS NOT NULL" : "IS NULL", value: null };
  }
  throw tokens.problem("one of = != <> < <= > >= LIKE IN IS");
}

function readList(tokens: Tokens): Literal[] {
  tokens.expectSign("(");
  const list = [tokens.expectLiteral()];
  while (tokens.takeSign(",")) list.push(tokens.expectLiteral());
  tokens.expectSign(")");
  return list;
}
