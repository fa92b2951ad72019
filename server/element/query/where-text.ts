import { columnText } from "./order-by.ts";
import type { Comparison, Where } from "./where.ts";
import type { Literal } from "./where-tokens.ts";

/** A condition as text that `parseWhere` reads again. */
export const whereText = (where: Where): string => ("attribute" in where ? comparison(where) : joined(where));

const joined = (where: Exclude<Where, Comparison>): string =>
  "all" in where
    ? where.all.map((part) => ("any" in part ? `(${whereText(part)})` : whereText(part))).join(" AND ")
    : where.any.map((part) => ("attribute" in part ? whereText(part) : `(${whereText(part)})`)).join(" OR ");

function comparison({ attribute, operator, value }: Comparison): string {
  const column = columnText(attribute);
  if (value === null) return `${column} ${operator}`;
  if (Array.isArray(value)) return `${column} ${operator} (${value.map(literal).join(", ")})`;
  return operator === "LIKE" ? `${column} LIKE ${literal(value)}` : `${column} ${operator} ${literal(value)}`;
}

const literal = (value: Literal): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
