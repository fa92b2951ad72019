import { parseDataPath, readField } from "../data-path.ts";
import { toDate } from "../data-types/date.ts";
import type { Comparison, Where } from "./where.ts";
import type { Literal } from "./where-tokens.ts";

type Test = (row: unknown) => boolean;

/** Compiles a `where` to a test of rows. A field that is missing or null meets only IS NULL; of a list, any entry counts. */
export function rowTest(where: Where): Test {
  if ("attribute" in where) return comparisonTest(where);
  if ("all" in where) {
    const tests = where.all.map(rowTest);
    return (row) => tests.every((test) => test(row));
  }
  const tests = where.any.map(rowTest);
  return (row) => tests.some((test) => test(row));
}

function comparisonTest({ attribute, operator, value }: Comparison): Test {
  const path = parseDataPath(attribute);
  const read = (row: unknown) => readField(row, attribute, path);
  if (operator === "IS NULL") return (row) => read(row) == null;
  if (operator === "IS NOT NULL") return (row) => read(row) != null;
  const meets = OPERATORS[operator]([value].flat() as Literal[]);
  return (row) => [read(row)].flat().some((found) => found != null && meets(found));
}

type Operator = Exclude<Comparison["operator"], "IS NULL" | "IS NOT NULL">;
type Meets = (found: unknown) => boolean;

const compared =
  (fits: (difference: number) => boolean) =>
  ([value]: Literal[]): Meets =>
  (found) =>
    fits(compare(found, value));

const OPERATORS: Record<Operator, (values: Literal[]) => Meets> = {
  "=": compared((difference) => difference === 0),
  "!=": compared((difference) => difference !== 0),
  "<": compared((difference) => difference < 0),
  "<=": compared((difference) => difference <= 0),
  ">": compared((difference) => difference > 0),
  ">=": compared((difference) => difference >= 0),
  IN: (values) => (found) => values.some((value) => compare(found, value) === 0),
  LIKE: ([pattern]) => likeTest(String(pattern)),
};

/** Numbers by size, dates by time, the rest as text. */
function compare(found: unknown, value: unknown): number {
  const [a, b] = [String(found), String(value)];
  if (a === b) return 0;
  const [left, right] = [numberIn(a), numberIn(b)];
  if (left !== undefined && right !== undefined) return left - right;
  return a < b ? -1 : 1;
}

const DATE = /^\d{4}-\d\d-\d\d/;

const numberIn = (text: string): number | undefined =>
  /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : DATE.test(text) ? toDate(text)?.getTime() : undefined;

/** `%` is any text. Linear in the pattern and the text, in any case of letters. */
function likeTest(pattern: string): Meets {
  const [first = "", ...rest] = pattern.toLowerCase().split("%");
  const last = rest.pop();
  return (found) => {
    const text = String(found).toLowerCase();
    if (last === undefined) return text === first;
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const next = text.indexOf(part, at);
      if (next < 0) return false;
      at = next + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}
