import { Failure } from "../../errors.ts";
import type { Comparison, Where } from "../query/where.ts";
import type { Literal } from "../query/where-tokens.ts";

/**
 * A `where` as the condition of a SQL statement: columns are quoted and keep their case, values are bound and only
 * named here; `values` gets them. A column with dots is one column.
 */
export function sqlCondition(where: Where, values: Record<string, unknown>): string {
  let count = 0;
  const bind = (value: Literal) => {
    const name = `where_${++count}`;
    values[name] = value;
    return `:${name}`;
  };
  return condition(where, bind);
}

type Bind = (value: Literal) => string;

function condition(where: Where, bind: Bind): string {
  if ("attribute" in where) return comparison(where, bind);
  const [parts, word] = "all" in where ? [where.all, " and "] : [where.any, " or "];
  return parts.map((part) => ("attribute" in part ? comparison(part, bind) : `(${condition(part, bind)})`)).join(word);
}

function comparison({ attribute, operator, value }: Comparison, bind: Bind): string {
  const column = quoteColumn(attribute);
  if (value === null) return `${column} ${operator.toLowerCase()}`;
  if (Array.isArray(value)) return `${column} in (${value.map(bind).join(", ")})`;
  return `${column} ${operator === "!=" ? "<>" : operator.toLowerCase()} ${bind(value)}`;
}

/** Refuses (badRequest) an invalid name of a database object. */
export function quoteColumn(name: string): string {
  if (name === "" || name.length > 128 || /[\0-\x1f\x7f]/.test(name))
    throw new Failure("badRequest", `${JSON.stringify(name.slice(0, 50))} is not a column name.`);
  return `"${name.replaceAll('"', '""')}"`;
}
