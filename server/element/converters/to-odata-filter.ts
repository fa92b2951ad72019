import { Failure } from "../../errors.ts";
import type { Comparison, Where } from "../query/where.ts";
import type { Literal } from "../query/where-tokens.ts";
import { defineConverter } from "./converter.ts";

const OPERATORS: Partial<Record<Comparison["operator"], string>> = {
  "=": "eq",
  "!=": "ne",
  ">": "gt",
  ">=": "ge",
  "<": "lt",
  "<=": "le",
};

/** An OData `$filter`: `name eq 'a' and (size gt 3 or size lt 1)`. LIKE becomes contains, startswith or endswith. */
export const toODataFilter = defineConverter({
  type: "toODataFilter",
  summary: "An OData filter, in $filter or the parameter that the converter is of.",
  write(call, where, vendorName) {
    const isNamed = vendorName !== "" && vendorName !== "where" && !vendorName.startsWith("converter:");
    call.query[isNamed ? vendorName : "$filter"] = odataFilter(where);
  },
});

export function odataFilter(where: Where, isInside = false): string {
  if ("attribute" in where) return comparison(where);
  const joined = "all" in where ? where.all.map((part) => odataFilter(part, true)).join(" and ") : undefined;
  if (joined !== undefined) return joined;
  const any = "any" in where ? where.any.map((part) => odataFilter(part)).join(" or ") : "";
  return isInside ? `(${any})` : any;
}

function comparison({ attribute, operator, value }: Comparison): string {
  const column = columnOf(attribute);
  if (operator === "IS NULL") return `${column} eq null`;
  if (operator === "IS NOT NULL") return `${column} ne null`;
  if (operator === "LIKE") return like(column, String(value));
  if (Array.isArray(value)) return `${column} in (${value.map(literal).join(",")})`;
  return `${column} ${OPERATORS[operator]} ${literal(value ?? "")}`;
}

/** A column is a path of names; anything else could change the meaning. */
function columnOf(attribute: string): string {
  if (!/^[\p{L}_][\p{L}\p{N}_]*(?:[./][\p{L}_][\p{L}\p{N}_]*)*$/u.test(attribute))
    throw new Failure(
      "badRequest",
      `where: ${JSON.stringify(attribute.slice(0, 50))} is not a column of this element.`,
    );
  return attribute.replaceAll(".", "/");
}

const literal = (value: Literal): string =>
  typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);

function like(column: string, pattern: string): string {
  const isOpen = { start: pattern.startsWith("%"), end: pattern.length > 1 && pattern.endsWith("%") };
  const text = pattern.slice(isOpen.start ? 1 : 0, isOpen.end ? -1 : undefined);
  if (text.includes("%"))
    throw new Failure("badRequest", "where: this element supports % only at the beginning and end of a LIKE pattern.");
  if (isOpen.start && isOpen.end) return `contains(${column},${literal(text)})`;
  if (isOpen.end) return `startswith(${column},${literal(text)})`;
  return isOpen.start ? `endswith(${column},${literal(text)})` : `${column} eq ${literal(text)}`;
}
