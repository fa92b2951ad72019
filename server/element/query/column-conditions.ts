import { Failure } from "../../errors.ts";
import { type Comparison, parseWhere, type Where } from "./where.ts";

/** One condition of a `where` query: the column has one of these values. */
export type Condition = { column: string; values: string[] };

const EXAMPLE = "such as name='x' or name in ('a','b') and active='true'";
const MAX_LENGTH = 10_000;

/**
 * Parses the subset of `where` that lists of our own resources support: `=` and `in (…)`, joined by `and`. Refuses
 * (badRequest) anything else, and columns that cannot be searched. No text, no conditions.
 */
export function parseColumnConditions(text: string | undefined, columns: readonly string[]): Condition[] {
  if (text === undefined) return [];
  if (text.length > MAX_LENGTH) throw refused(`it is longer than ${MAX_LENGTH} characters`);
  return joinedByAnd(parsed(text)).map(({ attribute: column, operator, value }) => {
    if (!columns.includes(column))
      throw refused(`${JSON.stringify(column)} is not one of the columns ${columns.join(", ")}`);
    if (operator !== "=" && operator !== "IN") throw refused(`${column} must be followed by = or in`);
    return { column, values: [value].flat().map(String) };
  });
}

function parsed(text: string): Where {
  try {
    return parseWhere(text);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw refused(error.message.replace(/^where: /, "").replace(/\.$/, ""));
  }
}

function joinedByAnd(where: Where): Comparison[] {
  if ("any" in where) throw refused("conditions are joined by and");
  return "all" in where ? where.all.flatMap(joinedByAnd) : [where];
}

const refused = (reason: string) => new Failure("badRequest", `where: ${reason}; write it ${EXAMPLE}.`);
