import { type OrderBy, readOrder } from "./order-by.ts";
import { readCondition, type Where } from "./where.ts";
import { createTokens, type Tokens } from "./where-tokens.ts";

/** `GET /query?q=`. `fields` is "all" for `*`; `whereText` is the condition as it is written. */
export type Select = {
  fields: string[] | "all";
  from: string;
  where?: Where;
  whereText?: string;
  orderBy: OrderBy[];
  limit?: number;
  offset?: number;
};

/**
 * Parses `select f1, f2 from objects where … order by … limit n offset m`; all after `from` is optional. Refuses
 * (badRequest) anything else, with the position of the error.
 */
export function parseSelect(text: string): Select {
  const tokens = createTokens(text, "q");
  tokens.expectWord("SELECT");
  const select: Select = { fields: readFields(tokens), from: "", orderBy: [] };
  tokens.expectWord("FROM");
  select.from = tokens.expectColumn();
  if (tokens.takeWord("WHERE")) {
    const from = tokens.position();
    select.where = readCondition(tokens, 0);
    select.whereText = text.slice(from, tokens.position()).trim();
  }
  if (tokens.takeWord("ORDER")) {
    tokens.expectWord("BY");
    select.orderBy = readOrder(tokens);
  }
  if (tokens.takeWord("LIMIT")) select.limit = readCount(tokens, 1);
  if (tokens.takeWord("OFFSET")) select.offset = readCount(tokens, 0);
  tokens.expectEnd("WHERE, ORDER BY, LIMIT, OFFSET or the end");
  return select;
}

function readFields(tokens: Tokens): Select["fields"] {
  if (tokens.takeSign("*")) return "all";
  const fields = [tokens.expectColumn()];
  while (tokens.takeSign(",")) fields.push(tokens.expectColumn());
  return fields;
}

function readCount(tokens: Tokens, least: number): number {
  const refusal = tokens.problem(`a whole number of at least ${least}`);
  const value = tokens.expectLiteral();
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least) throw refusal;
  return value;
}
