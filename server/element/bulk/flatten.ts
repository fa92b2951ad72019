import { isRecord } from "../bare-record.ts";

/** Larger tables are not useful to people. */
export const MOST_COLUMNS = 10_000;

/** The fields of a row by the paths of their columns, such as `address.city`. Lists stay one value. */
export function flatten(row: unknown): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  const visit = (value: unknown, path: string): void => {
    if (!isRecord(value)) {
      cells.set(path || "value", value);
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, path === "" ? name : `${path}.${name}`);
  };
  visit(row, "");
  return cells;
}

const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A formula with quotes before it is one as well. So the quote that `cellText` adds is always the first. */
function isFormula(text: string): boolean {
  const bare = text.replace(/^'+/, "");
  return FORMULA.test(bare) && !NUMBER.test(bare);
}

/** The text of a cell. With `escapes`, a text that a spreadsheet would execute begins with a single quote (J02). */
export function cellText(value: unknown, escapes: boolean): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return typeof value === "object" ? JSON.stringify(value) : String(value);
  return escapes && isFormula(value) ? `'${value}` : value;
}

/** The text whose cell this is, without the quote that `cellText` adds. */
export const textOfCell = (cell: string, escapes: boolean): string =>
  escapes && cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;

/** The same value with texts instead of numbers and booleans. */
export function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asTexts(inner)] as const));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}
