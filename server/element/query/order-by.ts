import { parseDataPath, readField } from "../data-path.ts";
import { createTokens, RESERVED, type Tokens } from "./where-tokens.ts";

export type OrderBy = { field: string; descending: boolean };

/** Parses `orderBy=name, createdDate desc`. Refuses (badRequest) anything else, with the position of the error. */
export function parseOrderBy(text: string): OrderBy[] {
  const tokens = createTokens(text, "orderBy");
  const order = readOrder(tokens);
  tokens.expectEnd("ASC, DESC or a comma");
  return order;
}

export function readOrder(tokens: Tokens): OrderBy[] {
  const order: OrderBy[] = [];
  do {
    const field = tokens.expectColumn();
    const descending = tokens.takeWord("DESC");
    if (!descending) tokens.takeWord("ASC");
    order.push({ field, descending });
  } while (tokens.takeSign(","));
  return order;
}

/** The rows in that order: numbers by size, the rest as text by code point, missing values last. Stable. */
export function orderRows(rows: readonly unknown[], order: readonly OrderBy[]): unknown[] {
  const keys = order.map(({ field, descending }) => ({ field, path: parseDataPath(field), descending }));
  return [...rows].sort((a, b) => {
    for (const { field, path, descending } of keys) {
      const [left, right] = [readField(a, field, path), readField(b, field, path)];
      const missing = Number(left == null) - Number(right == null);
      if (missing !== 0) return missing;
      const difference = left == null ? 0 : compare(left, right);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [a, b] = [String(left), String(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Columns as text. Providers do not know back-ticks: only columns that need them have some. */
export const columnText = (field: string): string =>
  /^[A-Za-z_][\w.]*$/.test(field) && !RESERVED.has(field.toUpperCase()) ? field : `\`${field.replaceAll("`", "``")}\``;
