import { type COMPARISONS, type Comparison, parseWhere, type Where } from "#server/element/query/where.ts";
import { whereText } from "#server/element/query/where-text.ts";

export type WhereOperator = (typeof COMPARISONS)[number];
type Literal = string | number | boolean;

/** The type of the compared value: text, also for dates, a number, or a boolean. */
export type WhereKind = "text" | "number" | "boolean";

/** A field that conditions can be about; without a kind, its values are what they were. */
export type WhereColumn = { name: string; kind?: WhereKind | undefined };

/** A condition as it is edited. The value is as it is typed; undefined if nothing was entered. */
export type WhereRow = { attribute: string; operator: WhereOperator; value: string | undefined; kind: WhereKind };

/** Conditions of which all or any must hold. */
export type WhereRows = { joined: "all" | "any"; rows: readonly WhereRow[] };

/** How many values an operator compares with. */
export const valuesOf = (operator: WhereOperator): "none" | "one" | "several" =>
  operator === "IN" ? "several" : operator === "IS NULL" || operator === "IS NOT NULL" ? "none" : "one";

/** The rows of a `where`; null for one that rows cannot show: with parentheses that matter, or mistakes. */
export function readWhereRows(text: string): WhereRows | null {
  if (text.trim() === "") return { joined: "all", rows: [] };
  const where = parsed(text);
  if (!where) return null;
  if ("attribute" in where) return { joined: "all", rows: [rowOf(where)] };
  const parts = "all" in where ? where.all : where.any;
  const rows = parts.flatMap((part) => ("attribute" in part ? rowOf(part) : []));
  return rows.length === parts.length ? { joined: "all" in where ? "all" : "any", rows } : null;
}

/** The `where` of rows. Rows that are not complete are left out. */
export function writeWhereRows({ joined, rows }: WhereRows): string {
  const comparisons = rows.flatMap((row) => comparisonOf(row) ?? []);
  const [first] = comparisons;
  if (!first) return "";
  return whereText(comparisons.length === 1 ? first : joined === "all" ? { all: comparisons } : { any: comparisons });
}

/** Why a row is not part of the `where`. */
export function rowProblem(row: WhereRow): "field" | "value" | "number" | "invalid" | undefined {
  if (row.attribute.trim() === "") return "field";
  if (row.value === undefined) return valuesOf(row.operator) === "none" || comparisonOf(row) ? undefined : "value";
  if (comparisonOf(row)) return undefined;
  return row.kind === "number" && valuesOf(row.operator) === "one" ? "number" : "invalid";
}

/** A row with another field: its value becomes of that field's kind where it fits. */
export const withAttribute = (row: WhereRow, attribute: string, column: WhereColumn | undefined): WhereRow => ({
  ...row,
  attribute,
  kind: kindFor(row, row.value, column),
});

/** A row with another value; one that was emptied has none. */
export function withValue(row: WhereRow, text: string, column: WhereColumn | undefined): WhereRow {
  const value = text === "" ? undefined : text;
  return { ...row, value, kind: kindFor(row, value, column) };
}

/** A row with another operator, whose value goes with it. */
export function withOperator(row: WhereRow, operator: WhereOperator, column: WhereColumn | undefined): WhereRow {
  const [before, after] = [valuesOf(row.operator), valuesOf(operator)];
  const next = { ...row, operator };
  if (after === "none") return { ...next, value: undefined };
  if (before === after) return { ...next, kind: kindFor(next, row.value, column) };
  const comparison = comparisonOf(row);
  if (after === "several") {
    const value = comparison?.value;
    return { ...next, value: value === undefined || value === null ? row.value : listText([value].flat()) };
  }
  const [first] = Array.isArray(comparison?.value) ? comparison.value : [];
  const value = first === undefined ? undefined : String(first);
  return { ...next, value, kind: kindFor({ ...next, kind: kindOf(first ?? "") }, value, column) };
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Text that begins like a number of a field of numbers is one that is not finished. */
function kindFor({ kind, operator }: WhereRow, value: string | undefined, column: WhereColumn | undefined): WhereKind {
  if (operator === "LIKE") return "text";
  if (column?.kind) return column.kind;
  const fits = value === undefined || (kind === "number" ? NUMBER.test(value) : /^(?:true|false)$/.test(value));
  return kind !== "text" && fits ? kind : "text";
}

const kindOf = (value: Literal): WhereKind =>
  typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";

function rowOf({ attribute, operator, value }: Comparison): WhereRow {
  if (value === null) return { attribute, operator, value: undefined, kind: "text" };
  if (Array.isArray(value)) return { attribute, operator, value: listText(value), kind: "text" };
  return { attribute, operator, value: String(value), kind: kindOf(value) };
}

/** The condition of a row; undefined while it is none. */
function comparisonOf(row: WhereRow): Comparison | undefined {
  const { attribute, operator } = row;
  if (attribute.trim() === "") return undefined;
  const value = comparedValue(row);
  if (value === undefined) return undefined;
  const comparison = { attribute: attribute.trim(), operator, value };
  return parsed(whereText(comparison)) ? comparison : undefined;
}

function comparedValue({ operator, value, kind }: WhereRow): Comparison["value"] | undefined {
  const count = valuesOf(operator);
  if (count === "none") return null;
  if (value === undefined) return undefined;
  return count === "several" ? listIn(value, kind) : literalOf(value, kind);
}

function literalOf(text: string, kind: WhereKind): Literal | undefined {
  if (kind === "number") return NUMBER.test(text.trim()) ? exactNumber(text.trim()) : undefined;
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  return text;
}

/** Digits that a number cannot hold stay text, as in a `where`. */
function exactNumber(text: string): Literal {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}

/** The literals of a list, as `IN` has them. Words without quotes are texts. */
function listIn(text: string, kind: WhereKind): Literal[] | undefined {
  const where = parsed(`x IN (${text})`);
  if (where && "attribute" in where && Array.isArray(where.value)) return where.value;
  const words = text.split(",").flatMap((word) => word.trim() || []);
  if (words.length === 0 || /['"]/.test(text)) return undefined;
  return words.map((word) => (kind === "number" ? literalOf(word, kind) : undefined) ?? word);
}

const LIST = "x IN (";
const listText = (values: Literal[]): string =>
  whereText({ attribute: "x", operator: "IN", value: values }).slice(LIST.length, -1);

function parsed(text: string): Where | undefined {
  try {
    return parseWhere(text);
  } catch {
    return undefined;
  }
}
